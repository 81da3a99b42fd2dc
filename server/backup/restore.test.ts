import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from '../core/seal.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Database } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { rawSql } from '../database/sql.ts';
import { findProjectFiles } from '../startup/project-files.ts';
import { createPeople } from '../testing/people.ts';
import { quietLog } from '../testing/quiet-log.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../testing/test-database.ts';
import { backUp } from './back-up.ts';
import { verifyBackup } from './checksums.ts';
import { manifestFile } from './manifest.ts';
import { restore } from './restore.ts';

const { migrations } = findProjectFiles();
const opened: TestDatabase[] = [];
let database: TestDatabase;
let people: ReturnType<typeof createPeople>;
let place: string;
let dataDir: string;

beforeAll(async () => {
  database = await open(createTestDatabase());
  people = createPeople(database);
  place = await mkdtemp(join(tmpdir(), 'reprise-test-backup-'));
  dataDir = join(place, 'data');
  await mkdir(join(dataDir, 'pictures/0a'), { recursive: true });
  await writeFile(join(dataDir, 'pictures/0a/one.webp'), 'a picture');
  await writeFile(join(dataDir, 'secret'), 'the secret of the shop');
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await rm(place, { recursive: true, force: true });
});

async function open(opening: Promise<TestDatabase>): Promise<TestDatabase> {
  const made = await opening;
  opened.push(made);
  return made;
}

const makeBackup = (name: string, source = database) =>
  backUp({ databaseUrl: source.url, dataDir, hasPictures: true }, join(place, name), new Date());

/** Restores into a new database and a new data folder. */
async function restoreInto(name: string, folder = join(place, name)) {
  const target = await open(createEmptyDatabase());
  const restoredDir = join(place, `${name}-restored`);
  const options = { databaseUrl: target.url, dataDir: restoredDir, migrations, log: quietLog };
  await restore(options, folder);
  return { target, restoredDir };
}

/** All rows of all tables as text, also of the columns that PostgreSQL computes. */
async function readRows({ sql }: Database): Promise<Map<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`;
  const all = new Map<string, string[]>();
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`
      select t::text as row from ${rawSql(`"${name}"`)} t order by 1`;
    all.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return all;
}

const readReferences = ({ sql }: Database) => sql<{ definition: string }[]>`
  select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
  order by 1`;

describe('a restored backup', () => {
  it('a restored backup has every row, reference, picture and the secret, and the shop starts with it', async () => {
    const seller = await people.seller();
    const { bookingId, buyer } = await people.sell(seller);
    await people.complete(seller, bookingId);
    await people.requestReturn(buyer, (await people.sell(seller, new Date(), buyer)).bookingId);
    await people.make.product(seller.id, { name: 'Oud, "Türk"\\\t\nwith\r\n all \u2028 of it' });
    await makeBackup('whole');
    const { target, restoredDir } = await restoreInto('whole');
    const rows = await readRows(database);
    expect(await readRows(target)).toEqual(rows);
    expect(rows.get('ledger_entries')?.length).toBeGreaterThan(2);
    expect(await readReferences(target)).toEqual(await readReferences(database));
    expect(await readFile(join(restoredDir, 'pictures/0a/one.webp'), 'utf8')).toBe('a picture');
    expect(await readFile(join(restoredDir, 'secret'), 'utf8')).toBe('the secret of the shop');
    expect((await stat(join(restoredDir, 'secret'))).mode & 0o077).toBe(0);

    await migrate(target, migrations);
    const restored = createPeople(target);
    const again = await restored.sell(await restored.seller());
    expect(await target.sql`select from payments where id = ${again.paymentId}`).toHaveLength(1);
    await expect(target.sql`delete from ledger_entries`).rejects.toThrow('permission denied');
  });

  it('a restored backup has the owner’s folder and does not overwrite an existing one', async () => {
    const own = join(place, 'own-shop');
    await mkdir(join(own, 'pages'), { recursive: true });
    await writeFile(join(own, 'shop.json'), '{"name":"Nordklang"}');
    await writeFile(join(own, 'pages/about.md'), 'About us');
    const source = { databaseUrl: database.url, dataDir, hasPictures: false, shopFolder: own };
    expect((await backUp(source, join(place, 'with-shop'), new Date())).shop).toBe(2);

    const restoredDir = join(place, 'with-shop-restored');
    const restoreAgain = async () => {
      const { url } = await open(createEmptyDatabase());
      const target = { databaseUrl: url, dataDir: restoredDir, migrations, log: quietLog };
      return (await restore(target, join(place, 'with-shop'))).isShopRestored;
    };
    expect(await restoreAgain()).toBe(true);
    expect(await readFile(join(restoredDir, 'shop/pages/about.md'), 'utf8')).toBe('About us');
    const settings = join(restoredDir, 'shop/shop.json');
    await writeFile(settings, '{"name":"Südklang"}');
    expect(await restoreAgain()).toBe(false);
    expect(await readFile(settings, 'utf8')).toBe('{"name":"Südklang"}');
  });

  it('a restored backup has the targets of links inside the owner’s folder and nothing from outside', async () => {
    const own = join(place, 'linked-shop');
    await mkdir(join(own, 'texts'), { recursive: true });
    await writeFile(join(own, 'shop.json'), '{"name":"Nordklang"}');
    await writeFile(join(own, 'texts/about.md'), 'About us');
    await symlink('texts/about.md', join(own, 'about.md'));
    await symlink('texts', join(own, 'pages'));
    await symlink('..', join(own, 'texts/back'));
    await symlink('../pages', join(own, 'texts/round'));
    await symlink('missing.md', join(own, 'gone.md'));
    await symlink(join(dataDir, 'secret'), join(own, 'secret.md'));
    const source = { databaseUrl: database.url, dataDir, hasPictures: false, shopFolder: own };
    await backUp(source, join(place, 'with-links'), new Date());
    const { url } = await open(createEmptyDatabase());
    const restoredDir = join(place, 'with-links-restored');
    const shopFolder = join(restoredDir, 'shop');
    const target = { databaseUrl: url, dataDir: restoredDir, migrations, log: quietLog };
    await restore(target, join(place, 'with-links'));
    expect((await readdir(shopFolder, { recursive: true })).sort()).toEqual([
      ...['about.md', 'pages', 'pages/about.md', 'shop.json', 'texts', 'texts/about.md'],
    ]);
    expect(await readFile(join(shopFolder, 'about.md'), 'utf8')).toBe('About us');
  });

  it('a restored backup has whole sales and all that was acknowledged before it began, although the shop kept running', async () => {
    const seller = await people.seller();
    const before = await people.sell(seller);
    const traffic = { isOver: false, sales: 0 };
    const selling = (async () => {
      while (!traffic.isOver) {
        await people.sell(seller);
        traffic.sales += 1;
        await nextTurn();
      }
    })();
    while (traffic.sales < 3) await nextTurn();
    const acknowledged = traffic.sales;
    await makeBackup('busy');
    while (traffic.sales < acknowledged + 3) await nextTurn();
    traffic.isOver = true;
    await selling;

    const { target } = await restoreInto('busy');
    const count = async ({ sql }: Database, table: string) =>
      (await sql`select from ${rawSql(table)}`).length;
    expect(await target.sql`select from payments where id = ${before.paymentId}`).toHaveLength(1);
    expect(await count(target, 'payments')).toBeGreaterThanOrEqual(acknowledged);
    expect(await count(target, 'payments')).toBeLessThan(await count(database, 'payments'));
    const halves = await target.sql`
      select from bookings b where (b.state = 'paid') <> exists (
        select from payments p where p.booking_id = b.id and p.refund_reason is null)
        and b.state in ('held', 'paid')`;
    expect(halves).toHaveLength(0);
    const uneven = await target.sql`
      select from payments p where not exists (
        select from ledger_entries e where e.booking_id = p.booking_id)`;
    expect(uneven).toHaveLength(0);
  });

  it('a restored backup of an earlier version is brought up to date by the next start', async () => {
    await makeBackup('former', database);
    const next = join(place, 'migrations-of-next');
    await cp(migrations, next, { recursive: true });
    const journalFile = join(next, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8'));
    const last = journal.entries.at(-1);
    const added = { ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' };
    const entries = [...journal.entries, added];
    await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
    await writeFile(join(next, '9999_next.sql'), 'create table next (number integer);');
    const target = await open(createEmptyDatabase());
    const options = { databaseUrl: target.url, dataDir: join(place, 'of-next'), log: quietLog };
    await restore({ ...options, migrations: next }, join(place, 'former'));
    const applied = () => target.sql`select from drizzle.__drizzle_migrations`;
    expect(await applied()).toHaveLength(journal.entries.length);
    await migrate(target, next);
    expect(await applied()).toHaveLength(entries.length);
    expect(await readRows(target)).toEqual((await readRows(database)).set('next', []));
  });
});

describe('a backup', () => {
  it('a backup is readable by its owner only, because it contains personal data and a secret', async () => {
    await makeBackup('private');
    expect((await stat(join(place, 'private'))).mode & 0o077).toBe(0);
  });

  it('a backup says whether its key file decrypts the secrets in its tables', async () => {
    const source = await open(createTestDatabase());
    const sealWith = (secret: string) => source.sql`
      insert into shared_secrets values ('sale-codes', ${seal('x', 'sale-codes', secret)}, now())
      on conflict (name) do update set value = excluded.value`;
    await sealWith('the secret of the shop');
    expect((await makeBackup('with-file', source)).hasSecret).toBe(true);
    await sealWith('what TOKEN_SECRET is');
    expect((await makeBackup('with-setting', source)).hasSecret).toBe(false);
  });

  it('a backup never overwrites another one', async () => {
    await makeBackup('first');
    await expect(makeBackup('first')).rejects.toThrow('exists already');
  });

  it('backing up a database without the shop is refused and leaves no folder behind', async () => {
    const empty = await open(createEmptyDatabase());
    await expect(makeBackup('empty', empty)).rejects.toThrow('has no tables of the shop');
    await expect(stat(join(place, 'empty'))).rejects.toThrow('ENOENT');
  });

  it('backing up an unreachable database is refused with a message that omits its password', async () => {
    const databaseUrl = 'postgres://shop:hidden-word@127.0.0.1:1/shop';
    const attempt = backUp(
      { databaseUrl, dataDir, hasPictures: true },
      join(place, 'x'),
      new Date(),
    );
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.not.toThrow('hidden-word');
  });
});

describe('a refused restore', () => {
  const change = async (name: string, edit: (manifest: Record<string, unknown>) => object) => {
    await makeBackup(name);
    const file = join(place, name, manifestFile);
    await writeFile(file, JSON.stringify(edit(JSON.parse(await readFile(file, 'utf8')))));
  };

  it('restoring into a database that is in use is refused', async () => {
    await makeBackup('into-used');
    const used = await open(createTestDatabase());
    await createPeople(used).buyer();
    const options = { databaseUrl: used.url, dataDir: place, migrations, log: quietLog };
    const before = await readRows(used);
    await expect(restore(options, join(place, 'into-used'))).rejects.toThrow('is not empty');
    expect(await readRows(used)).toEqual(before);
  });

  it('restoring an incomplete backup is refused', async () => {
    await expect(restoreInto('incomplete', dataDir)).rejects.toThrow('is no complete backup');
  });

  it('restoring a backup of a later version is refused', async () => {
    await change('later', (manifest) => ({
      ...manifest,
      migrations: [...(manifest.migrations as number[]), 1_999_999_999_999],
    }));
    await expect(restoreInto('later')).rejects.toThrow('made by a later version');
  });

  it('restoring a backup from before 0.1.0 is refused', async () => {
    await change('before', (manifest) => ({ ...manifest, migrations: [1_790_000_000_000] }));
    await expect(restoreInto('before')).rejects.toThrow('made by a version before 0.1.0');
  });

  it('restoring a backup of a commit whose tables changed before their release is refused', async () => {
    await change('between', (manifest) => {
      const [first, ...others] = manifest.tables as { columns: string[] }[];
      return { ...manifest, tables: [{ ...first, columns: ['formerly'] }, ...others] };
    });
    await expect(restoreInto('between')).rejects.toThrow('a commit between two releases');
  });

  it('restoring is refused when the data folder has another secret', async () => {
    await makeBackup('other-secret');
    await mkdir(join(place, 'other-secret-restored'));
    await writeFile(join(place, 'other-secret-restored/secret'), 'of another shop');
    await expect(restoreInto('other-secret')).rejects.toThrow('decrypts other secrets');
  });

  it('a folder that cannot be written to stops a restore before any table is there, and it can be repeated', async () => {
    await makeBackup('unwritable');
    const target = await open(createEmptyDatabase());
    const inTheWay = join(place, 'in-the-way');
    await writeFile(inTheWay, 'a file');
    const options = { databaseUrl: target.url, migrations, log: quietLog };
    const into = (dataDir: string) => restore({ ...options, dataDir }, join(place, 'unwritable'));
    await expect(into(join(inTheWay, 'data'))).rejects.toThrow('ENOTDIR');
    expect(await target.sql`select from pg_tables where tablename = 'users'`).toHaveLength(0);
    await into(join(place, 'new/folder'));
    expect(await readFile(join(place, 'new/folder/secret'), 'utf8')).toBe('the secret of the shop');
    expect(await readRows(target)).toEqual(await readRows(database));
  });

  it('a damaged file of a backup is named, and nothing is restored', async () => {
    await makeBackup('damaged');
    const folder = join(place, 'damaged');
    const restoring = () => restoreInto('damaged', folder);
    const users = join(folder, 'tables/users.copy.gz');
    const rows = await readFile(users);
    await writeFile(users, rows.subarray(0, rows.length / 2));
    await expect(restoring()).rejects.toThrow(StartupError);
    await expect(restoring()).rejects.toThrow(/damaged.*tables\/users\.copy\.gz\.$/);
    // Backups from before there were checksums.
    const manifest = join(folder, manifestFile);
    const { sums, ...earlier } = JSON.parse(await readFile(manifest, 'utf8'));
    await writeFile(manifest, JSON.stringify(earlier));
    await expect(restoring()).rejects.toThrow(StartupError);
    await expect(restoring()).rejects.toThrow('rows of users in the backup is missing or damaged');
    await writeFile(users, rows);
    await restoring();
    expect(sums).toMatch(/^[0-9a-f]{64}$/);
  });

  it('a truncated and a missing picture are named, and can be done without', async () => {
    await writeFile(join(dataDir, 'pictures/0a/two.webp'), 'another picture');
    await makeBackup('pictures');
    await rm(join(dataDir, 'pictures/0a/two.webp'));
    const folder = join(place, 'pictures');
    await verifyBackup(folder);
    await writeFile(join(folder, 'pictures/0a/one.webp'), 'a pic');
    await rm(join(folder, 'pictures/0a/two.webp'));
    await expect(restoreInto('pictures')).rejects.toMatchObject({
      message: expect.stringMatching(/pictures\/0a\/one\.webp, pictures\/0a\/two\.webp\.$/),
      remedy: expect.stringContaining('--without-damaged-pictures'),
    });
    const target = await open(createEmptyDatabase());
    const restoredDir = join(place, 'without-pictures');
    const options = { databaseUrl: target.url, dataDir: restoredDir, migrations, log: quietLog };
    const restored = await restore(options, folder, { mayLackPictures: true });
    expect(restored.damagedPictures).toHaveLength(2);
    expect(await readdir(join(restoredDir, 'pictures'), { recursive: true })).toEqual(['0a']);
  });

  it('a restore with missing rows is refused and can be repeated with a complete backup', async () => {
    await change('short', ({ tables, ...manifest }) => ({
      ...manifest,
      tables: (tables as { rows: number }[]).map((table) => ({ ...table, rows: table.rows + 1 })),
    }));
    const target = await open(createEmptyDatabase());
    const options = { databaseUrl: target.url, dataDir: place, migrations, log: quietLog };
    await expect(restore(options, join(place, 'short'))).rejects.toThrow('rows of');
    expect(await target.sql`select to_regclass('users') as found`).toEqual([{ found: null }]);
    await makeBackup('repeated');
    await restore(options, join(place, 'repeated'));
    expect(await readRows(target)).toEqual(await readRows(database));
  });
});
