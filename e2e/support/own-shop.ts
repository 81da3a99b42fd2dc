import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../server/database/connection.ts';
import { rawSql } from '../../server/database/sql.ts';
import { featureBuilders } from '../../server/testing/feature-builders.ts';
import { quietLog } from '../../server/testing/quiet-log.ts';
import { runningShop } from './open-shop.ts';
import { startShop } from './shop.ts';

const picture = fileURLToPath(new URL('../../demo/pictures/banjo.webp', import.meta.url));

export interface OwnShop {
  url: string;
  databaseUrl: string;
  /** The text of the mail with this subject that it sent last to somebody; undefined when there is none yet. */
  mailTo(email: string, subject: RegExp): Promise<string | undefined>;
  /** People and products, made as the shop makes them. */
  make: ReturnType<typeof featureBuilders>;
  /** A picture that this shop keeps, for products to show. */
  imageId: string;
  close(): Promise<void>;
}

/**
 * A second shop, on an empty database beside that of the run: for stories that the demo catalogue cannot tell.
 * @param settings added to the environment
 */
export async function openOwnShop(settings: Record<string, string> = {}): Promise<OwnShop> {
  const name = `own_shop_${randomBytes(6).toString('hex')}`;
  const databaseUrl = Object.assign(new URL(runningShop().databaseUrl), { pathname: name }).href;
  await administer(`create database "${name}"`);
  const shop = await startShop({ DATABASE_URL: databaseUrl, DEMO: '0', ...settings });
  const database = await openDatabase({ url: databaseUrl, poolSize: 4 }, quietLog);
  return {
    url: shop.url,
    databaseUrl,
    mailTo: (email, subject) => findMail(join(shop.dataDir, 'outbox'), email, subject),
    make: featureBuilders(database),
    imageId: await uploadPicture(shop.url),
    async close() {
      await database.close();
      await shop.stop();
      await administer(`drop database "${name}" with (force)`);
    },
  };
}

/** Uploads a picture to the shop there, for products to show. Returns its id. */
export async function uploadPicture(url: string): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([await readFile(picture)], { type: 'image/webp' }), 'banjo.webp');
  const answer = await fetch(`${url}/api/images`, { method: 'POST', body: form });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

async function findMail(
  folder: string,
  email: string,
  subject: RegExp,
): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  // Names begin with the time.
  const mails = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${email}\n`) && subject.test(mail)).at(-1);
}

async function administer(statement: string): Promise<void> {
  const { sql, close } = await openDatabase(
    { url: runningShop().databaseUrl, poolSize: 1 },
    quietLog,
  );
  await sql`${rawSql(statement)}`.finally(close);
}
