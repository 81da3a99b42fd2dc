import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { connect } from '../backup/connect.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../core/startup-error.ts';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import { maintenanceTasks } from '../maintenance/tasks.ts';
import { featureBuilders } from '../testing/feature-builders.ts';
import { cookieOf, testPassword } from '../testing/sign-up.ts';
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
  it('a start migrates an empty database and serves requests; closing releases every connection', async () => {
    const shop = await open();
    const reply = await fetch(`${shop.url}/api/products?status=advertise`);
    expect(await reply.json()).toEqual([]);
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);
    await shop.close();
    await expect(fetch(shop.url)).rejects.toThrow();
    await expect.poll(countConnections).toBe(0);
  });

  it('a start copies appeals that a server of the previous version has stored', async () => {
    await (await open()).close();
    const make = featureBuilders(database);
    const person = await make.user();
    await database.sql`
      insert into cases (id, subject_kind, subject_id, person_id, state, opened_at, outcome, decided_at,
        facts, ground_kind, ground, appeal_side, appealed_by, appeal, appealed_at)
      values (gen_random_uuid(), 'user', ${person.id}, ${person.id}, 'appealed', now(), 'warned', now(),
        'Copied', 'rules', 'Rule 3', 'subject', ${person.id}, 'It is mine', now())`;
    await (await open()).close();
    expect([...(await database.sql`select side, text, outcome from appeals`)]).toEqual([
      { side: 'subject', text: 'It is mine', outcome: null },
    ]);
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

  it('a server with another secret does not start, and takes nothing over', async () => {
    const first = await open();
    const before = await database.sql`select name, value from shared_secrets order by name`;
    // It has the file with which the first one encrypts, so that it could.
    const second = open({ TOKEN_SECRET: 'another secret that is long enough for it' });
    await expect(second).rejects.toThrow(StartupError);
    await expect(second).rejects.toThrow(/A server with another TOKEN_SECRET runs .*process \d+/);
    // The content of the file as TOKEN_SECRET signs other access tokens than the file.
    const content = await readFile(join(folder, 'secret'), 'utf8');
    await expect(open({ TOKEN_SECRET: content })).rejects.toThrow('another TOKEN_SECRET');
    expect(await database.sql`select name, value from shared_secrets order by name`).toEqual(
      before,
    );
    const client = await connect(database.url);
    const forgetting = maintenanceTasks['forget-keys']?.run(client, [], { origin: first.url });
    await expect(forgetting?.next()).rejects.toThrow('The shop is running');
    await client.end();
    await first.close();
    expect(await database.sql`select from running_servers`).toEqual([]);
  });

  it('a leaked TOKEN_SECRET is replaced as docs/operators/secret.md says, and nobody is signed out', async () => {
    const own = await createEmptyDatabase();
    const place = await mkdtemp(join(tmpdir(), 'reprise-test-rotation-'));
    const [leaked, fresh] = [
      'the leaked one, which is long enough',
      'the new one, which is long enough',
    ];
    const start = (secret: string) =>
      open({ DATABASE_URL: own.url, DATA_DIR: place, TOKEN_SECRET: secret });
    const call = async (url: string, path: string, init: RequestInit = {}) => {
      const reply = await fetch(`${url}${path}`, init);
      return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
    };
    const json = (body: object, headers = {}) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    let shop = await start(leaked);
    const email = 'ada@example.org';
    const account = { email, password: testPassword, name: 'Ada' };
    const origin = { origin: shop.url };
    const signedUp = await call(shop.url, '/api/auth/sign-up/email', json(account, origin));
    const cookie = cookieOf(signedUp.headers.getSetCookie());
    const identity = async () => {
      const { body } = await call(shop.url, '/api/auth/token', { headers: { cookie } });
      return { authorization: `Bearer ${body.token}` };
    };
    const user = { name: 'Ada', email, role: 'seller' };
    await call(shop.url, '/api/users', json(user, await identity()));
    const accessToken = async () => {
      const headers = await identity();
      return (await call(shop.url, `/api/jwt?email=${email}`, { headers })).body.accessToken;
    };
    const accountOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return call(shop.url, `/api/payout-account?email=${email}`, { headers });
    };
    const before = await accessToken();
    const details = { email, holder: 'Ada Fife', number: 'DE89370400440532013000' };
    const bearer = { authorization: `Bearer ${before}` };
    await call(shop.url, '/api/payout-account', { ...json(details, bearer), method: 'PUT' });
    expect((await accountOf(before)).body).toMatchObject({ state: 'ready' });

    await shop.close();
    // As `echo` writes it.
    await writeFile(join(place, 'secret'), `${leaked}\n`);
    shop = await start(fresh);
    expect((await accountOf(before)).status).toBe(401);
    expect((await accountOf(await accessToken())).body).toMatchObject({
      state: 'ready',
      number: '•••• 3000',
    });

    await shop.close();
    await rm(join(place, 'secret'));
    await expect(start(leaked)).rejects.toThrow('encrypted with another TOKEN_SECRET');
    shop = await start(fresh);
    expect((await accountOf(await accessToken())).body).toMatchObject({ state: 'ready' });
    await shop.close();
    await own.close();
    await rm(place, { recursive: true });
  });

  it('a port that is in use is reported, and nothing is left open', async () => {
    const shop = await open();
    const { port } = new URL(shop.url);
    const second = open({ PORT: port });
    await expect(second).rejects.toThrow(StartupError);
    await expect(second).rejects.toThrow(`Port ${port} is taken`);
    await shop.close();
    await expect.poll(countConnections).toBe(0);
  });

  it('the port is checked before the slow steps', async () => {
    const shop = await open();
    const { port } = new URL(shop.url);
    const second = open({ PORT: port, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    await expect(second).rejects.toThrow(`Port ${port} is taken`);
    await shop.close();
  });

  it('a start in production with the demo catalogue is refused', async () => {
    await (await open()).close();
    await database.sql`insert into shared_secrets (name, value, created_at)
      values ('demo-catalogue', 'filled', now())`;
    const live = open({ NODE_ENV: 'production', CARDS: 'sandbox' });
    await expect(live).rejects.toThrow(StartupError);
    await expect(live).rejects.toThrow('contains the demo catalogue');
    await database.sql`delete from shared_secrets where name = 'demo-catalogue'`;
    await (await open({ NODE_ENV: 'production', CARDS: 'sandbox' })).close();
  });

  it('a start warns of what npm run doctor finds cheaply', async () => {
    const live = { NODE_ENV: 'production', CARDS: 'sandbox', ADMIN_EMIALS: 'ada@example.org' };
    const shop = await open(live);
    await shop.close();
    expect(shop.warnings).toEqual([
      'ADMIN_EMIALS is no setting. Did you mean ADMIN_EMAILS?',
      expect.stringMatching(/^PUBLIC_URL is not set: .* Set PUBLIC_URL to the address/),
    ]);
    const now = Date.now;
    Date.now = () => now() - 600_000;
    const late = await open().finally(() => {
      Date.now = now;
    });
    await late.close();
    expect(late.warnings).toEqual([
      expect.stringMatching(
        /^The clock of this machine is 600\.\d s behind that of the database\./,
      ),
    ]);
  });

  it('a host that is not an address of this machine is reported', async () => {
    await expect(open({ HOST: '203.0.113.1' })).rejects.toThrow(
      '203.0.113.1 is no address of this',
    );
  });

  it('an unreachable database is reported without its password', async () => {
    const attempt = open({ DATABASE_URL: 'postgres://shop:hidden-word@127.0.0.1:1/shop' });
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.not.toThrow('hidden-word');
  });

  it('a full disk is reported in plain words', async () => {
    const full = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    };
    const attempt = open({}, { before: full });
    await expect(attempt).rejects.toThrow(StartupError);
    await expect(attempt).rejects.toThrow(/^The disk of .* is full\.$/);
  });

  it('a start waits for a database that is away, and says so once', async () => {
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

  it('a server that is no longer ready still serves requests, and closes each connection', async () => {
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

  it('a running request is finished before the server closes', async () => {
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

  it('a slow client does not delay the end of the server forever', async () => {
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

/**
 * The number of lists of products that wait for a lock. Jobs and the watch of the catalogue may wait for it as well.
 */
async function countWaitingLists(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'
      -- The end of a long statement is not there.
      and query like '%as "priceCents"%'`;
  return row?.count ?? -1;
}
