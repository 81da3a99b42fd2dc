import type { SecondStep } from '#contract/identity/second-factor.ts';
import { identityProblem } from '../../identity-problem.ts';
import { askBetterAuth, type Exchange, guardAttempt, readSession } from '../exchange.ts';
import { queueAccountMail } from '../mails/account-mails.ts';
import { finishAuthenticator } from './change-factors.ts';
import { digestOfRecoveryCode } from './recovery-codes.ts';
import { readSecondStep } from './stored-factors.ts';
import { hasReason, tryCode, wrongCode } from './try-code.ts';

/** The ways in which a sign-in that waits for its second step can continue. */
export async function readOwnSecondStep(exchange: Exchange): Promise<SecondStep> {
  const { id } = await requirePendingSignIn(exchange);
  return readSecondStep(exchange.database.sql, id);
}

/** A code of the authenticator app finishes a sign-in or, for a signed-in user, turns the app on. */
export async function enterCode(exchange: Exchange): Promise<unknown> {
  if (await readSession(exchange)) return finishAuthenticator(exchange);
  const pending = await requirePendingSignIn(exchange);
  return guardAttempt(exchange, pending, async () => {
    await tryCode(exchange, pending.id);
    return { body: { status: true }, events: ['signed-in'], signedIn: pending };
  });
}

/** A recovery code finishes a sign-in, once. */
export async function enterRecoveryCode(exchange: Exchange): Promise<unknown> {
  // A signed-in user would only waste it.
  if (await readSession(exchange)) throw identityProblem('second-step-expired');
  const pending = await requirePendingSignIn(exchange);
  return guardAttempt(exchange, pending, async () => {
    const code = digestOfRecoveryCode(String(exchange.body.code), exchange.secret);
    await askBetterAuth(exchange, { body: { code } }).catch((error: unknown) => {
      if (!hasReason(error, 'wrong-recovery-code')) throw error;
      throw wrongCode('wrong-recovery-code', error);
    });
    const origin = exchange.auth.options.baseURL;
    const mail = { kind: 'recovery-code-used', identityId: pending.id, origin } as const;
    await queueAccountMail(exchange, mail);
    const events = ['recovery-code-used', 'signed-in'] as const;
    return { body: { status: true }, events, signedIn: pending };
  });
}

/** The options with which a browser asks for a passkey. */
export function beginPasskeySignIn(exchange: Exchange): Promise<unknown> {
  return guardAttempt(exchange, undefined, async () => {
    const options = await askBetterAuth(exchange, {});
    // Better Auth asks for what it calls preferred; a passkey that was not unlocked would be refused.
    return { body: { ...options, userVerification: 'required' } };
  });
}

/** A passkey signs in by itself, with or without a password before. */
export function signInWithPasskey(exchange: Exchange): Promise<unknown> {
  return guardAttempt(exchange, undefined, async () => {
    const { user } = (await askBetterAuth(exchange, { body: exchange.body })) ?? {};
    const { id, email } = user as { id: string; email: string };
    return { body: { status: true }, events: ['signed-in'], signedIn: { id, email } };
  });
}

/** A user who has given the password, or come back from Google, and has yet to prove the second factor. */
interface PendingSignIn {
  id: string;
  email: string;
}

/**
 * The user who waits for the second step in this browser. Better Auth's cookie holds a random name, under which the
 * identity is stored; Better Auth itself checks the cookie's signature.
 * @throws Problem second-step-expired
 */
async function requirePendingSignIn(exchange: Exchange): Promise<PendingSignIn> {
  const { database, clock, auth, request } = exchange;
  const name = findPendingName(request.headers.cookie ?? '');
  if (!name) throw identityProblem('second-step-expired');
  const { internalAdapter } = await auth.$context;
  const stored = await internalAdapter.findVerificationValue(name);
  if (!stored || stored.expiresAt <= clock.now()) throw identityProblem('second-step-expired');
  const [identity] = await database.sql<PendingSignIn[]>`
    select id, email from auth_users where id::text = ${stored.value}`;
  if (!identity) throw identityProblem('second-step-expired');
  return identity;
}

function findPendingName(cookies: string): string | undefined {
  // With two of them Better Auth might read the other one, and a code would be counted for the wrong identity.
  if (cookies.split('reprise.two_factor').length !== 2) return undefined;
  return /(?:^|;\s*)(?:__Secure-)?reprise\.two_factor=(2fa-[\w-]+)(?:[.;]|$)/.exec(cookies)?.[1];
}

/** Whether a response of Better Auth asks for the second step: then it sets that cookie. */
export function asksForSecondStep(response: Response): boolean {
  return response.headers
    .getSetCookie()
    .some((cookie) => /^(?:__Secure-)?reprise\.two_factor=[^;]/.test(cookie));
}
