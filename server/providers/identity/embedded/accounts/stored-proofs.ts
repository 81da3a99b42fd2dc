import type { ProofWays } from '#contract/identity/identity.ts';
import { recentSignInMinutes } from '#contract/identity/proof-texts.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Database } from '../../../../database/connection.ts';
import type { Sql } from '../../../../database/sql.ts';
import { identityProblem } from '../../identity-problem.ts';

interface ProofDeps {
  database: Pick<Database, 'sql'>;
  clock: Clock;
}

/** The ways in which an identity can be proven again: those by which it signs in. */
export async function readProofWays(sql: Sql, identityId: string): Promise<ProofWays> {
  const [ways] = await sql<ProofWays[]>`
    select coalesce(bool_or(provider_id = 'credential' and password is not null), false) as password,
      coalesce(bool_or(provider_id = 'google'), false) as google
    from auth_accounts where user_id = ${identityId}`;
  return ways ?? { password: false, google: false };
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
 * Records that the identity has proven in this session, just now, who it is: by its password or its Google account. Does
 * nothing when the session is not that identity's.
 */
export async function recordProof(
  { database, clock }: ProofDeps,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await database.sql`
    update auth_sessions set proven_at = ${clock.now()} where id = ${id} and user_id = ${userId}`;
}
