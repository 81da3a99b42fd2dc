import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../database/connection.ts';
import { readPidFile } from '../../database/embedded/pid-file.ts';
import { startEmbeddedDatabase } from '../../database/embedded.ts';
import { migrate } from '../../database/migrate.ts';
import { startFakeStripe } from '../fake-stripe.ts';
import { quietLog } from '../quiet-log.ts';
import { buildServerProcess, type ServerProcess } from '../server-process.ts';
import { addSignedInPeople } from '../signed-in-people.ts';
import { passingTime, whilePostgresIsAway } from './passing-time.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const tokenSecret = 'signs the access tokens of this test';

export type KillableShop = Awaited<ReturnType<typeof openKillableShop>>;

/**
 * A whole server with Stripe's SDK for cards and payouts, connected to a fake Stripe, on a durable PostgreSQL of its own;
 * both can be killed. Call `start` once.
 */
export async function openKillableShop({ commissionPercent }: { commissionPercent: number }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-after-sale-'));
  const program = await buildServerProcess('shop-process');
  const stripe = await startFakeStripe();
  const embedded = await startEmbeddedDatabase({ dataDir, log: quietLog });
  const database = await openDatabase({ url: embedded.url, poolSize: 10 }, quietLog);
  await migrate(database, join(project, 'server/database/migrations'));
  const time = passingTime(database);
  let server: ServerProcess;

  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: embedded.url,
    TOKEN_SECRET: tokenSecret,
    COMMISSION_PERCENT: String(commissionPercent),
    CARDS: 'stripe',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_fake',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    PAYOUTS: 'stripe',
    STRIPE_CONNECT_WEBHOOK_SECRET: stripe.webhookSecret,
  };
  async function start(): Promise<void> {
    server = await program.start([project, JSON.stringify(settings)]);
  }

  /** Kills the server with SIGKILL and starts it again. */
  async function killServer(): Promise<void> {
    await server.kill();
    await whilePostgresIsAway(() => time.hurryJobs({ isServerDead: true }));
    await start();
  }

  /** Kills the first process of PostgreSQL with SIGKILL. Its supervisor, in this process, starts it again. */
  async function killPostgres(): Promise<void> {
    const postmaster = await readPidFile(join(dataDir, 'postgres', 'cluster'));
    if (postmaster) process.kill(postmaster.pid, 'SIGKILL');
  }

  return {
    database,
    stripe,
    time,
    url: () => server.url,
    start,
    killServer,
    killPostgres,
    /** As in a power cut. */
    async killBoth(): Promise<void> {
      await killPostgres();
      await killServer();
    },

    addPeople: (role: 'buyer' | 'seller' | 'admin', count: number) =>
      addSignedInPeople(database, { tokenSecret, role, count }),

    async close(): Promise<void> {
      await server?.kill().catch(() => undefined);
      await database.close();
      await embedded.stop();
      await stripe.stop();
      await program.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
