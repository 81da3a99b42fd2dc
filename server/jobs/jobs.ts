import type { BaseLogger } from 'pino';
import { storedFault } from '../core/describe-fault.ts';
import { isDiskFull } from '../core/disk-full.ts';
import { newId } from '../core/ids.ts';
import { withRequestId } from '../core/request-context.ts';
import { telemetry } from '../core/telemetry.ts';
import { traced } from '../core/tracing.ts';
import { addJobs, finishRun, leaseDueJobs, releaseLeases, renewLeases } from './job-leases.ts';
import { type JobDeps, type ScheduledJob, scheduledJobs } from './scheduled-jobs.ts';

export interface JobsDeps extends JobDeps {
  log: Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>;
  /** By default all scheduled jobs. */
  jobs?: Readonly<Record<string, ScheduledJob>>;
}

export interface Jobs {
  /** Waits up to five seconds for running jobs. Those that have not finished by then can be started by other servers. */
  stop(): Promise<void>;
}

const pollEveryMs = 1_000;
/** A third of the lease, so that two renewals may fail. */
const renewEveryMs = 10_000;
const stopTimeoutMs = 5_000;
/** A run that takes longer hangs. The job can be started again. */
const maxRunMs = 15 * 60_000;

/**
 * Starts the scheduled jobs (docs/decisions/0021-scheduled-jobs.md). Any number of servers may do so: a job that is due
 * runs on one of them. A server holds a lease of 30 s on each job that it runs and renews it every 10 s, so that another
 * server can start the job soon after a crash. While the database is away, jobs fail and nothing else does; they start
 * again when it is back.
 */
export async function startJobs({ jobs = scheduledJobs, ...deps }: JobsDeps): Promise<Jobs> {
  await addJobs(deps.database.sql, jobs);
  const runner = new JobRunner(jobs, deps);
  runner.start();
  return { stop: () => runner.stop() };
}

class JobRunner {
  readonly #jobs: Readonly<Record<string, ScheduledJob>>;
  readonly #deps: Omit<JobsDeps, 'jobs'>;
  readonly #server: string;
  readonly #running = new Map<string, { startedMs: number; run: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> = Promise.resolve();
  #renewedMs = 0;
  #isStopped = false;
  #isDatabaseAway = false;

  constructor(jobs: Readonly<Record<string, ScheduledJob>>, deps: Omit<JobsDeps, 'jobs'>) {
    this.#jobs = jobs;
    this.#deps = deps;
    this.#server = newId(deps.clock.now());
  }

  start(): void {
    this.#polling = this.#poll();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#polling;
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([
      Promise.all([...this.#running.values()].map(({ run }) => run)),
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopTimeoutMs);
      }),
    ]).finally(() => clearTimeout(timer));
    // Without a database the leases end by themselves.
    await releaseLeases(this.#deps.database.sql, this.#server).catch(() => undefined);
  }

  async #poll(): Promise<void> {
    try {
      await this.#renew();
      await this.#startDueJobs();
      if (this.#isDatabaseAway) this.#deps.log.info('The scheduled jobs go on');
      this.#isDatabaseAway = false;
    } catch (error) {
      // One line for each outage.
      if (!this.#isDatabaseAway) {
        const message = 'The scheduled jobs cannot be read; they go on when the database is back';
        this.#deps.log.warn({ err: error }, message);
      }
      this.#isDatabaseAway = true;
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => this.start(), pollEveryMs);
  }

  async #renew(): Promise<void> {
    const nowMs = performance.now();
    for (const [name, { startedMs }] of this.#running) {
      if (nowMs - startedMs < maxRunMs) continue;
      this.#running.delete(name);
      this.#deps.log.error({ job: name }, 'Job has not finished in 15 minutes; it can start again');
    }
    if (this.#running.size === 0 || nowMs - this.#renewedMs < renewEveryMs) return;
    await renewLeases(this.#deps.database.sql, this.#server, [...this.#running.keys()]);
    this.#renewedMs = nowMs;
  }

  async #startDueJobs(): Promise<void> {
    const names = Object.keys(this.#jobs);
    const running = [...this.#running.keys()];
    const { sql } = this.#deps.database;
    const due = await leaseDueJobs(sql, { server: this.#server, names, running });
    for (const { name, requestId } of due) {
      const job = this.#jobs[name];
      if (!job) continue;
      const entry = { startedMs: performance.now(), run: Promise.resolve() };
      this.#running.set(name, entry);
      entry.run = this.#run(name, job, requestId).finally(() => {
        if (this.#running.get(name) === entry) this.#running.delete(name);
      });
    }
  }

  /** Never rejects. A job that fails is logged and runs again when it is next due. */
  async #run(name: string, job: ScheduledJob, requestId: string | null): Promise<void> {
    const { log, database } = this.#deps;
    const startedMs = performance.now();
    const about = { job: name, ...(requestId !== null && { reqId: requestId }) };
    let items: number | null = null;
    let failure: { error: unknown } | undefined;
    try {
      items = await traced(`job ${name}`, { kind: 'consumer', root: { requestId } }, () =>
        withRequestId(requestId, () => job.run(this.#deps)),
      );
      // Most runs find nothing to do: 34,000 lines a day.
      const level = items === 0 && requestId === null ? 'debug' : 'info';
      log[level](
        { ...about, done: items, ms: Math.round(performance.now() - startedMs) },
        'Job finished',
      );
    } catch (error) {
      const reason = isDiskFull(error) ? 'Job failed, because the disk is full' : 'Job failed';
      log.error({ err: error, ...about }, `${reason}; it runs again when it is next due`);
      failure = { error };
    }
    const ms = performance.now() - startedMs;
    telemetry.job.publish({ job: name, ms, hasFailed: failure !== undefined });
    const finished = {
      server: this.#server,
      name,
      schedule: job.schedule,
      items,
      ms: Math.round(ms),
      fault: failure ? kindOf(failure.error) : null,
      error: failure ? storedFault(failure.error) : null,
    };
    // When that fails, the lease ends by itself and the job runs again.
    await finishRun(database.sql, finished).catch((error: unknown) => {
      log.warn({ err: error, job: name }, 'The end of a job could not be stored; it runs again');
    });
  }
}

function kindOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
