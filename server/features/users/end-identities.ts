import type { Clock } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import type { Database } from '../../database/connection.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';

const concurrency = 4;
const batchSize = 500;

interface EndIdentityDeps {
  database: Pick<Database, 'sql'>;
  identity: Pick<IdentityProvider, 'remove'>;
  clock: Clock;
}

interface RemovedUser {
  id: string;
  email: string;
}

/** Ends the identity of a removed user together with its sessions, and records that it has ended. */
export async function endIdentity(
  { database, identity, clock }: EndIdentityDeps,
  { id, email }: RemovedUser,
): Promise<void> {
  await identity.remove(email);
  await database.sql`
    update users set identity_ended_at = ${clock.now()} where id = ${id} and removed_at is not null`;
}

/**
 * Ends the identities that outlived the removal of their users because the provider could not be reached or the server
 * stopped in between. The order is random, so that identities which the provider refuses to remove cannot block the
 * others at every run. Several servers may run this at the same time.
 * @returns how many were ended
 * @throws AggregateError when some could not be ended; the others have ended
 */
export async function endIdentities(deps: EndIdentityDeps): Promise<number> {
  const remaining = await deps.database.sql<RemovedUser[]>`
    select id, email from users where removed_at is not null and identity_ended_at is null
    order by random() limit ${batchSize}`;
  const { done, failures } = await mapWithConcurrency(remaining, concurrency, async (user) => {
    await endIdentity(deps, user);
    return true;
  });
  if (failures.length > 0) throw new AggregateError(failures, 'Some identities are not ended yet');
  return done;
}
