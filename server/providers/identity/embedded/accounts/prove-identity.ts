import type { ProofWays } from '#contract/identity.ts';
import { recentSignInMinutes } from '#contract/proof-texts.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Database } from '../../../../database/connection.ts';
import type { Sql } from '../../../../database/sql.ts';
import { identityProblem } from '../../identity-problem.ts';
import { isPasswordRight } from '../passwords/password-hash.ts';

/** A session and the identity that has it. */
interface Session {
  id: string;
  userId: string;
}

interface ProofDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
}

/** How an identity can prove again who it is: as it signs in. */
export async function readProofWays(sql: Sql, identityId: string): Promise<ProofWays> {
  const [ways] = await sql<ProofWays[]>`
    select coalesce(bool_or(provider_id = 'credential' and password is not null), false) as password,
      coalesce(bool_or(provider_id = 'google'), false) as google
    from auth_accounts where user_id = ${identityId}`;
  return ways ?? { password: false, google: false };
}

/**
 * Proves by the password who has a session.
 * @throws Problem wrong-password, also for an identity that has none
 */
export async function provePassword(
  deps: ProofDeps,
  session: Session,
  password: string,
): Promise<void> {
  const [account] = await deps.database.sql<{ hash: string | null }[]>`
    select password as hash from auth_accounts
    where user_id = ${session.userId} and provider_id = 'credential'`;
  const isRight = account?.hash && (await isPasswordRight({ hash: account.hash, password }));
  if (!isRight) throw identityProblem('wrong-password');
  await recordProof(deps, session);
}

/**
 * Checks that it is still the owner who sits at the browser: that they have signed in to this session, or proven in it who
 * they are, within the last minutes.
 * @throws Problem recent-sign-in-required
 */
export async function requireRecentProof(
  { database, clock }: ProofDeps,
  { id }: { id: string },
): Promise<void> {
  const [session] = await database.sql<{ provenAt: Date }[]>`
    select greatest(created_at, proven_at) as "provenAt" from auth_sessions where id = ${id}`;
  const sinceMs = clock.now().getTime() - (session?.provenAt.getTime() ?? 0);
  if (sinceMs > recentSignInMinutes * 60_000) throw identityProblem('recent-sign-in-required');
}

/**
 * Checks that a session may change second factors: that it has proven one, unless its identity has none.
 * @throws Problem second-step-expired
 */
export async function requireFactorOfSession(
  { database }: Pick<ProofDeps, 'database'>,
  { id }: { id: string },
): Promise<void> {
  const lacking = await database.sql`
    select from auth_sessions s join auth_users i on i.id = s.user_id
    where s.id = ${id} and i.two_factor_enabled and not s.second_factor`;
  if (lacking.length > 0) throw identityProblem('second-step-expired');
}

/**
 * Records that the identity has proven in this session, just now, who it is: by its password or its Google account. Does
 * nothing when the session is not that identity's.
 */
export async function recordProof(
  { database, clock }: ProofDeps,
  { id, userId }: Session,
): Promise<void> {
  await database.sql`
    update auth_sessions set proven_at = ${clock.now()} where id = ${id} and user_id = ${userId}`;
}
