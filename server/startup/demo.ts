import type { Logger } from 'pino';
import { StartupError } from '../core/startup-error.ts';
import type { Sql } from '../database/sql.ts';
import { anotherDatabase, demoInDatabase } from '../doctor/demo-database.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import type { ProjectFiles } from './project-files.ts';

interface DemoDeps
  extends Omit<
    Parameters<typeof import('../../demo/seed.ts').seedDemo>[0],
    'pictureFolder' | 'clipFolder'
  > {
  files: ProjectFiles;
  log: Logger;
  identity: ServedIdentityProvider;
}

/** Seeds an empty database with the demo catalogue, and creates the demo accounts where the provider allows it. */
export async function seedDemoShop({ files, log, identity, ...deps }: DemoDeps): Promise<void> {
  // Imported here, so that only a demo shop loads the catalogue.
  const { seedDemo } = await import('../../demo/seed.ts');
  const isSeeded = await seedDemo({
    ...deps,
    pictureFolder: files.demoPictures,
    clipFolder: files.demoClips,
  });
  if (isSeeded) log.info('The database was seeded with the demo catalogue');
  const { createPasswordIdentity } = identity;
  // An external identity provider has its own accounts.
  if (!createPasswordIdentity) return;
  const { seedDemoIdentities } = await import('../../demo/seed-identities.ts');
  await seedDemoIdentities({ sql: deps.database.sql, createPasswordIdentity });
}

/**
 * Refuses to start a production shop on a demo database, which has products that do not exist and accounts with a
 * published password.
 * @throws StartupError
 */
export async function requireNoDemo(sql: Sql): Promise<void> {
  const [demo] = await sql`select from shared_secrets where name = 'demo-catalogue'`;
  if (!demo) return;
  throw new StartupError(demoInDatabase, anotherDatabase);
}
