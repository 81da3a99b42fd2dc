import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../database/connection.ts';
import { migrate } from '../../database/migrate.ts';
import { rawSql } from '../../database/sql.ts';
import { startFakeStripe } from '../fake-stripe.ts';
import { quietLog } from '../quiet-log.ts';
import { passingTime } from '../sales/passing-time.ts';
import { buildServerProcess, type ServerProcess } from '../server-process.ts';
import { addSignedInPeople } from '../signed-in-people.ts';
import { startDatabaseCluster } from './database-cluster.ts';
import { commandOn, databaseHosts, hosts, openNetwork, ownAddress, shopHosts } from './network.ts';
import { startEdge, startProxies } from './proxies.ts';

type ShopHost = (typeof shopHosts)[number];
export type ClusterShop = Awaited<ReturnType<typeof openClusterShop>>;

const project = fileURLToPath(new URL('../../..', import.meta.url));
const tokenSecret = 'signs the access tokens of this test';
const readyMs = 90_000;

/**
 * Three servers of the shop with Stripe's SDK, connected to a fake Stripe, on a cluster of three PostgreSQL. Two of them
 * reach it through PgBouncer and HAProxy, the third one by a list of all hosts. Each reads the catalogue from replicas.
 */
export async function openClusterShop(options: {
  folder: string;
  binDir: string;
  commissionPercent: number;
}) {
  const { folder, binDir, commissionPercent } = options;
  const password = randomBytes(12).toString('hex');
  await openNetwork();
  const program = await buildServerProcess('shop-process');
  const stripe = await startFakeStripe({ host: ownAddress });
  const cluster = await startDatabaseCluster(folder, password, binDir);
  await startEdge(folder);
  await createDatabase(password);
  const address = `postgres://reprise:${password}@`;
  const database = await openDatabase(
    { url: `${address}${hosts.edge}:5000/reprise?application_name=test`, poolSize: 10 },
    quietLog,
  );
  await migrate(database, join(project, 'server/database/migrations'));

  const throughProxies = {
    DATABASE_URL: `${address}127.0.0.1:6432/reprise?pgbouncer=true`,
    DATABASE_READ_URL: `${address}127.0.0.1:5001/reprise`,
  };
  const allHosts = `${address}${databaseHosts.map((host) => `${hosts[host]}:5432`).join(',')}/reprise`;
  const addresses: Record<ShopHost, typeof throughProxies> = {
    app1: throughProxies,
    app2: throughProxies,
    app3: { DATABASE_URL: allHosts, DATABASE_READ_URL: allHosts },
  };
  const servers = {} as Record<ShopHost, ServerProcess>;
  const edgeUrl = `http://${hosts.edge}:8080`;

  async function startServer(host: ShopHost): Promise<void> {
    const settings = {
      HOST: '0.0.0.0',
      PORT: '3000',
      PUBLIC_URL: edgeUrl,
      TRUST_PROXY: hosts.edge,
      DATA_DIR: join(folder, host, 'data'),
      ...addresses[host],
      TOKEN_SECRET: tokenSecret,
      LOG_LEVEL: 'info',
      COMMISSION_PERCENT: String(commissionPercent),
      CARDS: 'stripe',
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_fake',
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_API_URL: stripe.url,
      PAYOUTS: 'stripe',
      STRIPE_CONNECT_WEBHOOK_SECRET: stripe.webhookSecret,
    };
    servers[host] = await program.start([project, JSON.stringify(settings)], commandOn(host));
  }

  for (const host of shopHosts) {
    await startProxies(host, folder, password);
    await startServer(host);
  }

  return {
    cluster,
    database,
    stripe,
    time: passingTime(database),
    /** What visitors reach. */
    url: () => edgeUrl,
    serverUrl: (host: ShopHost) => `http://${hosts[host]}:3000`,
    killServer: (host: ShopHost) => servers[host].kill(),
    startServer,
    addPeople: (role: 'buyer' | 'seller' | 'admin', count: number) =>
      addSignedInPeople(database, { tokenSecret, role, count }),
    /** Log lines of the servers that run. */
    lines: () => Object.values(servers).flatMap(({ lines }) => lines),

    /** Waits until all hosts of the database and all servers are there, and the test itself finds the primary. */
    async recovered(): Promise<void> {
      await cluster.untilWhole();
      for (const host of shopHosts) await untilReady(`http://${hosts[host]}:3000/readyz`);
      await untilReady(`${edgeUrl}/readyz`);
      while (
        !(await database.sql`select`.then(
          () => true,
          () => false,
        ))
      )
        await pause(100);
    },

    /** Closes what this process has open. The script that has started it ends the processes of the hosts. */
    async close(): Promise<void> {
      await database.close();
      await stripe.stop();
      await program.remove();
    },
  };
}

/** The shop's role has the time limits that it cannot set itself through PgBouncer. */
async function createDatabase(password: string): Promise<void> {
  const url = `postgres://postgres:${password}@${hosts.edge}:5000/postgres`;
  for (const end = Date.now() + readyMs; ; await pause(300)) {
    try {
      const { sql, close } = await openDatabase({ url, poolSize: 1 }, quietLog);
      await sql`create role reprise login password ${rawSql(`'${password}'`)}`;
      await sql`alter role reprise set statement_timeout = '15s'`;
      await sql`alter role reprise set idle_in_transaction_session_timeout = '30s'`;
      await sql`create database reprise owner reprise`;
      return await close();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function untilReady(url: string): Promise<void> {
  let last: unknown;
  for (const end = Date.now() + readyMs; Date.now() < end; await pause(200)) {
    last = await fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
      async (reply) => {
        await reply.body?.cancel();
        return reply.status;
      },
      (error: unknown) => String(error),
    );
    if (last === 200) return;
  }
  throw new Error(`${url} is not ready: ${last}`);
}
