import type { ProofWays } from '#contract/identity/identity.ts';
import { identityProblem } from '../../identity-problem.ts';
import { askBetterAuth, type Exchange, guardAttempt, requireSession } from '../exchange.ts';
import { isPasswordRight } from '../passwords/password-hash.ts';
import { readProofWays, recordProof } from './stored-proofs.ts';

/** The ways in which the caller can prove their identity again. */
export async function readOwnProofWays(exchange: Exchange): Promise<ProofWays> {
  const { user } = await requireSession(exchange);
  return readProofWays(exchange.database.sql, user.id);
}

/**
 * Proves by the password who has a session.
 * @throws Problem wrong-password, also for an identity that has none
 */
export async function proveByPassword(exchange: Exchange): Promise<unknown> {
  const { database, body } = exchange;
  const { user, session } = await requireSession(exchange);
  return guardAttempt(exchange, user, async () => {
    const [account] = await database.sql<{ hash: string | null }[]>`
      select password as hash from auth_accounts
      where user_id = ${user.id} and provider_id = 'credential'`;
    const hash = account?.hash;
    const isRight = hash && (await isPasswordRight({ hash, password: String(body.password) }));
    if (!isRight) throw identityProblem('wrong-password');
    await recordProof(exchange, session);
    return { body: { status: true } };
  });
}

/**
 * Links the Google account of the identity once more: unlike a sign-in that starts no session, so that another account
 * changes nothing. Better Auth's hook of account updates records the proof.
 */
export async function startGoogleProof(exchange: Exchange): Promise<{ url: unknown }> {
  if (!(await readOwnProofWays(exchange)).google) throw identityProblem('google-refused');
  const body = { ...exchange.body, provider: 'google', disableRedirect: true };
  const { url } = (await askBetterAuth(exchange, { path: '/link-social', body })) ?? {};
  return { url };
}
