import type { Logger } from 'pino';
import type { Database } from '../database/connection.ts';
import { watchCatalogue } from '../features/products/catalogue-changes.ts';
import { requiredChanges } from '../features/products/replica-requirement.ts';
import { createResponseCaches } from '../http/cache/response-caches.ts';

type Closers = (() => Promise<unknown>)[];

/** The response caches, and the watch that invalidates them. Development caches nothing, because the sources change. */
export async function startResponseCaches(
  { developing, database, log }: { developing: boolean; database: Database; log: Logger },
  closers: Closers,
) {
  const { sql, replica } = database;
  const required = replica && requiredChanges({ sql });
  const { listener, ...caches } = createResponseCaches({
    isCurrent: () => !developing && catalogue.isCurrent(),
    awaySeconds: (hasReadFailed) => catalogue.awaySeconds(hasReadFailed),
  });
  const catalogue = watchCatalogue({ sql, log, listener, required });
  // What it requires is as old as the last poll.
  replica?.require(() => (catalogue.isCurrent() ? required?.current() : undefined));
  closers.push(async () => required?.markersStored(), catalogue.stop);
  await catalogue.start();
  return { ...caches, catalogue };
}
