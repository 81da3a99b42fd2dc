import type { Clock } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';

const atOnce = 4;
const mostUsers = 500;

interface Parts {
  database: Pick<Database, 'sql'>;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
}

interface RemovedUser {
  id: string;
  email: string;
}

/** Ends the identity of a removed user, its sessions with it, and notes that it is done. */
export async function endIdentity(
  { database, identity, clock }: Parts,
  { id, email }: RemovedUser,
): Promise<void> {
  await identity.remove(email);
  await database.sql`
    update users set identity_ended_at = ${clock.now()} where id = ${id} and removed_at is not null`;
}

/**
 * Ends the identities that were left when their users were removed: the provider was away, or the server stopped in
 * between. In no order, so that none that the provider never lets go of stands before the others each time. Several
 * servers may do this at once.
 * @returns how many were ended
 * @throws AggregateError when some could not be; the others were
 */
export async function endIdentities(deps: Parts): Promise<number> {
  const left = await deps.database.sql<RemovedUser[]>`
    select id, email from users where removed_at is not null and identity_ended_at is null
    order by random() limit ${mostUsers}`;
  const { done, failures } = await mapWithConcurrency(left, atOnce, async (user) => {
    await endIdentity(deps, user);
    return true;
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Some identities are not ended yet');
  return done;
}
