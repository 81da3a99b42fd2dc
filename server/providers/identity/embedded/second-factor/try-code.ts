import { createHmac } from 'node:crypto';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../../core/problem.ts';
import { identityProblem } from '../../identity-problem.ts';
import { askBetterAuth, type Exchange } from '../exchange.ts';

/**
 * Lets Better Auth check the code of an authenticator app. Each works once.
 * @throws Problem wrong-code with the field; second-step-expired
 */
export async function tryCode(exchange: Exchange, identityId: string): Promise<void> {
  const { code } = exchange.body;
  const unclaim = await claimCode(exchange, identityId, String(code));
  if (!unclaim) throw wrongCode('wrong-code');
  await askBetterAuth(exchange, { body: { code } }).catch(async (error: unknown) => {
    if (hasReason(error, 'wrong-code')) throw wrongCode('wrong-code', error);
    // It was not the code that was refused, so it may be entered again.
    await unclaim();
    throw error;
  });
}

/** The problem of a wrong code, which names the field. */
export function wrongCode(reason: 'wrong-code' | 'wrong-recovery-code', cause?: unknown): Problem {
  const message = msg`This code is wrong, or has already been used.`;
  return identityProblem(reason, { errors: [{ field: 'code', message }], cause });
}

export function hasReason(error: unknown, reason: ProblemText): boolean {
  return error instanceof Problem && error.reason === reason;
}

/** A code is valid for its own half minute, and one before and after it. */
const validMs = 120_000;

/**
 * Marks a code of an authenticator app as used by this identity, so that it works once (RFC 6238, section 5.2), also when
 * it is sent twice at the same time. Better Auth does not do that.
 * @returns undefined when it was used before; otherwise a function that takes the mark back
 */
async function claimCode(
  { database: { sql }, clock, secret }: Exchange,
  identityId: string,
  code: string,
): Promise<(() => Promise<void>) | undefined> {
  const key = createHmac('sha256', secret)
    .update(`used code ${identityId} ${code}`)
    .digest('base64url');
  const nowMs = clock.now().getTime();
  const claimed = await sql`
    insert into auth_tries as used (key, count, ends_at_ms) values (${key}, 1, ${nowMs + validMs})
    on conflict (key) do update set ends_at_ms = excluded.ends_at_ms where used.ends_at_ms <= ${nowMs}
    returning key`;
  if (claimed.length === 0) return undefined;
  return async () => void (await sql`delete from auth_tries where key = ${key}`);
}
