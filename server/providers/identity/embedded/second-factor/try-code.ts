import { createHmac } from 'node:crypto';
import { identityProblem } from '../../identity-problem.ts';
import { askBetterAuth, type FactorDeps, type FactorExchange } from '../second-factor-exchange.ts';

/**
 * Lets Better Auth check a code. Each works once.
 * @throws Problem wrong-code with the field; second-step-expired
 */
export async function tryCode(
  deps: FactorDeps,
  exchange: FactorExchange,
  identityId: string,
): Promise<void> {
  const { code } = exchange.body;
  const unclaim = await claimCode(deps, identityId, String(code));
  if (!unclaim) throw identityProblem('wrong-code', wrongCode());
  await askBetterAuth(exchange, { code }).catch(async (error: unknown) => {
    const { reason } = error as { reason?: string };
    if (reason === 'wrong-code') throw identityProblem('wrong-code', wrongCode(error));
    // It was not the code that was refused, so it may be entered again.
    await unclaim();
    throw error;
  });
}

/** The field of a wrong code. */
export function wrongCode(cause?: unknown) {
  const message = 'This code is not right, or has been used already.';
  return { errors: [{ field: 'code', message }], cause };
}

/** A code is valid for its own half minute, and one before and after it. */
const validMs = 120_000;

/**
 * Marks a code of an authenticator app as used by this identity, so that it works once (RFC 6238, section 5.2), also when
 * it is sent twice at the same time. Better Auth does not do that.
 * @returns undefined when it was used before; otherwise a function that takes the mark back
 */
async function claimCode(
  { sql, clock, secret }: FactorDeps,
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
