import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../core/startup-error.ts';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { plainPages } from '../testing/test-shop.ts';
import { withdrawProduct } from '../workflows/withdraw-product.ts';
import { findProjectFiles } from './project-files.ts';
import { type ShopOptions, startShop } from './start-shop.ts';

let database: TestDatabase;
let folder: string;
/** Tells the connections of the servers under test from those of the test. */
const applicationName = 'shop-under-test';

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-open-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (environment: Record<string, string> = {}, changes: Partial<ShopOptions> = {}) =>
  startShop({
    config: readConfig({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: namedUrl(),
      DATABASE_WAIT_SECONDS: '0',
      ...environment,
    }),
    log: pino({ level: 'silent' }),
    files: findProjectFiles(),
    pages: plainPages,
    // Not undefined, because development mode caches nothing.
    webFolder: folder,
    ...changes,
  });

function namedUrl(): string {
  const url = new URL(database.url);
  url.searchParams.set('application_name', applicationName);
  return url.href;
}

describe('starting the server', () => {
  it('migrates an empty database and serves requests; closing releases every connection', async () => {
    const shop = await open();
    const reply = await fetch(`${shop.url}/api/products?status=advertise`);
    expect(await reply.json()).toEqual([]);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await shop.close();
    await expect(fetch(shop.url)).rejects.toThrow();
    await expect.poll(countConnections).toBe(0);
  });

  it('two servers on one database show a change within two seconds', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    const names = async (url: string) => {
      const reply = await fetch(`${url}/api/products?status=advertise`);
      return ((await reply.json()) as ListedProduct[]).map(({ name }) => name);
    };
    try {
      expect([await names(one.url), await names(other.url)]).toEqual([[], []]);
      const make = featureBuilders(database);
      const seller = await make.user({ role: 'seller' });
      const id = await make.product(seller.id, { name: 'Cornet' });
      const shown = async (expected: string[]) => {
        for (const { url } of [one, other]) {
          await expect.poll(() => names(url), { timeout: 2_000 }).toEqual(expected);
        }
      };
      const advertised = { id, status: 'advertise' } as const;
      await transaction(database, (tx) => changeProductStatus(tx, seller, advertised, new Date()));
      await shown(['Cornet']);
      await transaction(database, (tx) => withdrawProduct(tx, seller, id, new Date()));
      await shown([]);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });

  it('reports a port that is in use, and leaves nothing open', async () => {
    const shop = await open();
    const { port } = new URL(shop.url);
    const second = open({ PORT: port });
    await expect(second).rejects.toThrow(StartupError);
    await expect(second).rejects.toThrow(`Port ${port} is taken`);
    await shop.close();
    await expect.poll(countConnections).toBe(0);
  });

  it('checks the port before the slow steps', async () => {
    const shop = await open();
    const { port } = new URL(shop.url);
    const second = open({ PORT: port, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    await expect(second).rejects.toThrow(`Port ${port} is taken`);
    await shop.close();
  });

  it('refuses production with the demo catalogue', async () => {
    await (await open()).close();
    await database.sql`insert into shared_secrets (name, value, created_at)
      values ('demo-catalogue', 'filled', now())`;
    const live = open({ NODE_ENV: 'production', CARDS: 'sandbox' });
    await expect(live).rejects.toThrow(StartupError);
    await expect(live).rejects.toThrow('contains the demo catalogue');
    await database.sql`delete from shared_secrets where name = 'demo-catalogue'`;
    await (await open({ NODE_ENV: 'production', CARDS: 'sandbox' })).close();
  });

  it('reports a host that is not an address of this machine', async () => {
    await expect(open({ HOST: '203.0.113.1' })).rejects.toThrow(
      '203.0.113.1 is no address of this',
    );
  });

  it('reports an unreachable database without its password', async () => {
    const attempt = open({ DATABASE_URL: 'postgres://shop:hidden-word@127.0.0.1:1/shop' });
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.not.toThrow('hidden-word');
  });

  it('says in plain words that the disk is full', async () => {
    const full = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const attempt = open({}, { before: full });
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.toThrow(/^The disk of .* is full\.$/);
  });

  it('waits for a database that is away, and says so once', async () => {
    const place = await mkdtemp(join(tmpdir(), 'reprise-test-socket-'));
    const url = new URL(database.url);
    const folderOfServer = url.searchParams.get('host') ?? '';
    url.searchParams.set('host', place);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => lines.push(JSON.parse(line).msg) });
    const opening = open({ DATABASE_URL: url.href, DATABASE_WAIT_SECONDS: '600' }, { log });
    await expect.poll(() => lines, { timeout: 20_000 }).toHaveLength(1);
    expect(lines[0]).toMatch(/^No database answers at .* Waiting for it for up to 600 s\.$/);
    const socket = `.s.PGSQL.${url.port || 5432}`;
    await symlink(join(folderOfServer, socket), join(place, socket));
    const shop = await opening;
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    expect(lines).toHaveLength(1);
    await shop.close();
    await rm(place, { recursive: true });
  });

  it('serves requests while it is not ready any more, and closes each connection', async () => {
    const shop = await open();
    const path = `${shop.url}/api/products?status=advertise`;
    await fetch(path);
    shop.drain();
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(503);
    const reply = await fetch(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('connection')).toBe('close');
    await shop.close();
  });

  it('lets a running request finish before it closes', async () => {
    const shop = await open();
    const lock = await lockProducts();
    const response = fetch(`${shop.url}/api/products?status=advertise&limit=7`);
    await expect.poll(countWaitingLists).toBe(1);
    const closing = shop.close();
    await expect
      .poll(() =>
        fetch(shop.url).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed');
    await lock.release();
    expect((await response).status).toBe(200);
    await closing;
  });

  it('does not wait forever for a slow client', async () => {
    const shop = await open({}, { finishWithinMs: 100 });
    const sending = request(`${shop.url}/api/images`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000,
        // The server responds to this when it starts reading the request.
        expect: '100-continue',
      },
    });
    const broken = once(sending, 'error');
    sending.flushHeaders();
    await once(sending, 'continue');
    await shop.close();
    await broken;
    await expect.poll(countConnections).toBe(0);
  });
});

/** Locks the table of products until it is released. */
async function lockProducts(): Promise<{ release: () => Promise<unknown> }> {
  let finish = () => {};
  const untilReleased = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let locking: Promise<unknown> = Promise.resolve();
  await new Promise<void>((locked) => {
    locking = database.transaction(async (tx) => {
      await tx.sql`lock table products`;
      locked();
      await untilReleased;
    });
  });
  return {
    release() {
      finish();
      return locking;
    },
  };
}

async function countConnections(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      and application_name = ${applicationName}`;
  return row?.count ?? -1;
}

/** How many lists of products wait for a lock. Jobs and the watch of the catalogue may wait for it as well. */
async function countWaitingLists(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'
      -- The end of a long statement is not there.
      and query like '%isWishlisted%'`;
  return row?.count ?? -1;
}
