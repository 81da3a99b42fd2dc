import PgBoss from 'pg-boss';
import type { BaseLogger } from 'pino';
import { aloneWithSchema } from '../database/migrate.ts';
import { type JobDeps, scheduledJobs } from './scheduled-jobs.ts';

export interface JobsDeps extends JobDeps {
  /** Address of the database; pg-boss keeps its queues there and brings its own connections. */
  databaseUrl: string;
  log: Pick<BaseLogger, 'info' | 'warn' | 'error'>;
}

/** What happens without a request. */
export interface Jobs {
  /** Lets running work finish for up to five seconds. */
  stop(): Promise<void>;
}

const connections = 2;
const stopWithinMs = 5_000;

/**
 * Starts the chores on their timetable. Any number of servers may do so: a chore that is due runs on one of them, and
 * never twice at once.
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { databaseUrl: connectionString, log } = deps;
  const boss = new PgBoss({ connectionString, max: connections, application_name: 'reprise-jobs' });
  boss.on('error', (error) => log.warn({ err: error }, 'The job queue could not be read'));
  // Queues are tables: two servers that make them at the same moment would lock each other out.
  await aloneWithSchema(deps.database, async () => {
    await boss.start();
    for (const name of Object.keys(scheduledJobs)) {
      await boss.createQueue(name, { name, policy: 'stately', retryLimit: 0, expireInMinutes: 15 });
    }
  });
  for (const [name, chore] of Object.entries(scheduledJobs)) {
    await boss.work(name, () => perform(name, chore.run, deps));
    await boss.schedule(name, chore.timetable);
  }
  return { stop: () => boss.stop({ graceful: true, wait: true, timeout: stopWithinMs }) };
}

/** A chore that fails is told of and comes again by the timetable. */
async function perform(
  name: string,
  run: (deps: JobDeps) => Promise<unknown>,
  deps: JobsDeps,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const done = await run(deps);
    const ms = Math.round(performance.now() - startedMs);
    deps.log.info({ chore: name, done, ms }, 'A chore is done');
  } catch (error) {
    deps.log.error({ err: error, chore: name }, 'A chore failed; it will be tried again');
    throw error;
  }
}
