import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../server/database/connection.ts';
import { rawSql } from '../../server/database/sql.ts';
import { dropDatabase } from '../../server/testing/administer-database.ts';
import { featureBuilders } from '../../server/testing/feature-builders.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { query } from './database.ts';
import { uploadImage } from './images.ts';
import { startServer } from './server.ts';
import { testServer } from './test-server.ts';

export interface SeparateServer {
  url: string;
  database: Database;
  /** The newest mail with this subject that it sent to this address; undefined when there is none yet. */
  findMail(email: string, subject: RegExp): Promise<string | undefined>;
  /** Makes users and products. */
  make: ReturnType<typeof featureBuilders>;
  /** An uploaded image, for products to show. */
  imageId: string;
  close(): Promise<void>;
}

/**
 * Starts another server on an empty database, for tests that need other settings or no demo catalogue.
 * @param settings added to the environment
 */
export async function startSeparateServer(
  settings: Record<string, string> = {},
): Promise<SeparateServer> {
  const name = `separate_${randomBytes(6).toString('hex')}`;
  const { databaseUrl: sharedUrl, folder } = testServer();
  const databaseUrl = Object.assign(new URL(sharedUrl), { pathname: name }).href;
  await query((sql) => sql`create database ${rawSql(`"${name}"`)}`);
  const server = await startServer(
    { DATABASE_URL: databaseUrl, DEMO: '0', ...settings },
    // The copy with small pictures, for those who want the demo catalogue.
    { folder, project: join(folder, 'project') },
  );
  const database = await openDatabase({ url: databaseUrl, poolSize: 4 }, quietLog);
  return {
    url: server.url,
    database,
    findMail: (email, subject) => findMail(server, email, subject),
    make: featureBuilders(database),
    imageId: await uploadImage(server.url),
    async close() {
      await database.close();
      await server.stop();
      await dropDatabase(sharedUrl, name);
    },
  };
}

/** The newest mail with this subject that the server sent to this address; undefined when there is none yet. */
export async function findMail(
  { dataDir }: { dataDir: string },
  email: string,
  subject: RegExp,
): Promise<string | undefined> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  // File names begin with the time.
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}\n`) && subject.test(mail)).at(-1);
}
