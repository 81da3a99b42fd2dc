import PgBoss from 'pg-boss';
import type { BaseLogger } from 'pino';
import { aloneWithSchema } from '../database/migrate.ts';
import { type JobDeps, scheduledJobs } from './scheduled-jobs.ts';

export interface JobsDeps extends JobDeps {
  /** pg-boss stores its queues there and opens its own connections. */
  databaseUrl: string;
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>;
}

export interface Jobs {
  /** Waits up to five seconds for running jobs. */
  stop(): Promise<void>;
}

const maxConnections = 2;
const stopTimeoutMs = 5_000;

/**
 * Starts the scheduled jobs. Any number of servers may do so: a job that is due runs on one of them, and never twice at
 * once.
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { databaseUrl: connectionString, log } = deps;
  const boss = new PgBoss({
    connectionString,
    max: maxConnections,
    application_name: 'reprise-jobs',
  });
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not be read'));
  // Creating a queue creates tables, and two servers doing so at once would deadlock.
  await aloneWithSchema(deps.database, async () => {
    await boss.start();
    for (const name of Object.keys(scheduledJobs)) {
      await boss.createQueue(name, { name, policy: 'stately', retryLimit: 0, expireInMinutes: 15 });
    }
  });
  for (const [name, job] of Object.entries(scheduledJobs)) {
    await boss.work(name, () => runJob(name, job.run, deps));
    await boss.schedule(name, job.cron);
  }
  return { stop: () => boss.stop({ graceful: true, wait: true, timeout: stopTimeoutMs }) };
}

/** A job that fails is logged and runs again when it is next due. */
async function runJob(
  name: string,
  run: (deps: JobDeps) => Promise<unknown>,
  deps: JobsDeps,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const done = await run(deps);
    const ms = Math.round(performance.now() - startedMs);
    deps.log.info({ job: name, done, ms }, 'Job finished');
  } catch (error) {
    deps.log.error({ err: error, job: name }, 'Job failed; it runs again when it is next due');
    throw error;
  }
}
