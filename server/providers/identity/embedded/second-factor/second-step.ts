import { identityProblem } from '../../identity-problem.ts';
import { queueAccountMail } from '../mails/queue-account-mail.ts';
import { findPendingSignIn } from '../pending-sign-in.ts';
import {
  askBetterAuth,
  type FactorDeps,
  type FactorExchange,
  guarded,
  readSession,
} from '../second-factor-exchange.ts';
import { digestOfRecoveryCode } from './recovery-codes.ts';
import { tryCode, wrongCode } from './try-code.ts';

/** A code of the authenticator app finishes a sign-in. */
export async function enterCode(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  const pending = await requirePendingSignIn(deps, exchange);
  return guarded(exchange, pending, async () => {
    await tryCode(deps, exchange, pending.id);
    return { reply: { status: true }, events: ['signed-in'], signedIn: pending };
  });
}

/** A recovery code finishes a sign-in, once. */
export async function enterRecoveryCode(
  deps: FactorDeps,
  exchange: FactorExchange,
): Promise<object> {
  // Somebody who is signed in would only waste it.
  if (await readSession(exchange)) throw identityProblem('second-step-expired');
  const pending = await requirePendingSignIn(deps, exchange);
  return guarded(exchange, pending, async () => {
    const code = digestOfRecoveryCode(String(exchange.body.code), deps.secret);
    await askBetterAuth(exchange, { code }).catch((error: unknown) => {
      const { reason } = error as { reason?: string };
      if (reason !== 'wrong-recovery-code') throw error;
      throw identityProblem('wrong-recovery-code', wrongCode(error));
    });
    const { clock, database } = deps;
    const origin = exchange.auth.options.baseURL;
    const mail = { kind: 'recovery-code-used', identityId: pending.id, origin } as const;
    await queueAccountMail({ clock, database }, mail);
    return {
      reply: { status: true },
      events: ['recovery-code-used', 'signed-in'],
      signedIn: pending,
    };
  });
}

/** A passkey signs in by itself, with or without a password before. */
export function signInWithPasskey(_deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  return guarded(exchange, undefined, async () => {
    const { user } = await askBetterAuth(exchange, exchange.body);
    const { id, email } = user as { id: string; email: string };
    return { reply: { status: true }, events: ['signed-in'], signedIn: { id, email } };
  });
}

/** @throws Problem second-step-expired */
export async function requirePendingSignIn(
  { sql, clock }: FactorDeps,
  { auth, request }: Pick<FactorExchange, 'auth' | 'request'>,
) {
  const now = clock.now();
  const pending = await findPendingSignIn({ sql, auth, now }, request.headers.cookie);
  if (!pending) throw identityProblem('second-step-expired');
  return pending;
}
