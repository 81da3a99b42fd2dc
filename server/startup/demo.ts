import type { Logger } from 'pino';
import { StartupError } from '../core/startup-error.ts';
import type { Sql } from '../database/sql.ts';
import type { ServedIdentityProvider } from '../providers/identity/port.ts';
import type { ProjectFiles } from './project-files.ts';

interface DemoDeps
  extends Omit<Parameters<typeof import('../../demo/seed.ts').fillDemo>[0], 'pictureFolder'> {
  files: ProjectFiles;
  log: Logger;
  identity: ServedIdentityProvider;
}

/** Fills an empty database with the demo catalogue, and creates the demo accounts where the provider allows it. */
export async function fillDemo({ files, log, identity, ...deps }: DemoDeps): Promise<void> {
  // Imported here, so that only a demo shop loads the catalogue.
  const demo = await import('../../demo/seed.ts');
  const isFilled = await demo.fillDemo({ ...deps, pictureFolder: files.demoPictures });
  if (isFilled) log.info('The database was filled with the demo catalogue');
  const { createPasswordIdentity } = identity;
  // An external identity provider has its own accounts.
  if (!createPasswordIdentity) return;
  const { fillDemoIdentities } = await import('../../demo/identities.ts');
  await fillDemoIdentities({ sql: deps.database.sql, createPasswordIdentity });
}

/**
 * Refuses to start a production shop on a demo database, which has products that do not exist and accounts with a
 * published password.
 * @throws StartupError
 */
export async function requireNoDemo(sql: Sql): Promise<void> {
  const [demo] = await sql`select from shared_secrets where name = 'demo-catalogue'`;
  if (!demo) return;
  throw new StartupError(
    'This database contains the demo catalogue, but NODE_ENV=production starts a real shop.',
    'Set another DATA_DIR or DATABASE_URL, or set DEMO=1 to run the demo in production mode.',
  );
}
