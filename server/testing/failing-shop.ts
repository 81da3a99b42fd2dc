import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import { createLog } from '../core/log.ts';
import { connectionOptions } from '../database/connection-options.ts';
import { createCallers } from '../http/api/caller.ts';
import { findProjectFiles } from '../startup/project-files.ts';
import { startShop } from '../startup/start-shop.ts';
import { addUser } from './builders.ts';
import { type FaultyLink, openFaultyLink } from './faulty-link.ts';
import { featureBuilders } from './feature-builders.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { plainPages } from './test-shop.ts';

const secret = 'signs the access tokens of this test';
/** No request takes longer, whatever fails (docs/operators/postgresql.md). */
const longestAnswerMs = 60_000;

export interface Visitor {
  id: string;
  name: string;
  email: string;
  headers: Record<string, string>;
}

export type FailingShop = Awaited<ReturnType<typeof openFailingShop>>;

/** The whole shop with its jobs, in this process, whose PostgreSQL is behind a link that can be faulty. */
export async function openFailingShop(settings: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const link = await linkTo(database);
  const folder = await mkdtemp(join(tmpdir(), 'reprise-failing-'));
  const logged: string[] = [];
  const shop = await startShop({
    config: readConfig({
      PORT: '0',
      DEMO: '0',
      RATE_LIMITS: 'off',
      DATA_DIR: folder,
      TOKEN_SECRET: secret,
      DATABASE_URL: urlThrough(link, database),
      ...settings,
    }),
    log: createLog('info', { write: (line) => logged.push(line) }),
    files: findProjectFiles(),
    pages: plainPages,
    webFolder: folder,
  });
  const callers = createCallers({ secret, clock: systemClock, findUser: async () => null });
  const make = featureBuilders(database);

  async function visitor(role: 'buyer' | 'seller' | 'admin'): Promise<Visitor> {
    const id = await addUser(database, { role });
    const person = { id, name: 'Clara', email: `${id}@reprise.test` };
    const token = await callers.issueToken(person, { signedInAt: new Date() });
    return { ...person, headers: { authorization: `Bearer ${token}` } };
  }

  async function ask(path: string, { as, body, form, method = 'GET' }: Asked = {}) {
    const reply = await fetch(shop.url + path, {
      method,
      headers: { ...as?.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
      signal: AbortSignal.timeout(longestAnswerMs),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text };
  }

  return {
    database,
    link,
    folder,
    logged,
    make,
    visitor,
    ask,
    /** Books a product for 120.50. */
    book: (productId: string, as: Visitor) =>
      ask('/api/bookings', {
        method: 'POST',
        as,
        body: { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
      }),
    /** Makes scheduled jobs due now. */
    makeDue: (...names: string[]) =>
      database.sql`update job_runs set due_at = now() where name = any(${names}::text[])`,
    async close(): Promise<void> {
      await link.become('open');
      await shop.close();
      await link.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Asked {
  as?: Visitor;
  method?: string;
  body?: object;
  form?: FormData;
}

function linkTo(database: TestDatabase): Promise<FaultyLink> {
  const { host = '127.0.0.1', port = 5432 } = connectionOptions(database.url, 1);
  const isSocket = host.startsWith('/');
  return openFaultyLink(isSocket ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port });
}

function urlThrough({ port }: FaultyLink, database: TestDatabase): string {
  const url = new URL(database.url);
  for (const name of ['host', 'port']) url.searchParams.delete(name);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
