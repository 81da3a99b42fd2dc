import type { QueryResult } from 'pg';
import { isOutage } from '../core/outage.ts';
import { telemetry } from '../core/telemetry.ts';
import type { DatabaseLog } from './log.ts';
import type { Pool } from './pool.ts';
import type { Statement, StatementRunner } from './pooled-client.ts';
import { type Sql, sqlOn } from './sql.ts';

/** What a replica must have before it may be read. */
export interface ReplicaRequirement {
  /** Another number for another requirement: a connection that has met it needs no second check. */
  version: number;
  isMet(replica: Sql): Promise<boolean>;
}

/** @returns undefined while it is unknown what a replica must have */
export type RequirementSource = () => ReplicaRequirement | undefined;

interface ReplicaReadsOptions {
  replica: Pool;
  primary: StatementRunner;
  log: DatabaseLog;
  /** A monotonic clock. */
  elapsedMs?: () => number;
}

/** A replica that lacks something now is asked again soon: usually it is a few milliseconds behind. */
const retryBehindMs = 20;
/** One that is away, or has been behind for a while, is asked by few. */
const retryAwayMs = 1_000;
const reportAfterMs = 2_000;

/**
 * Runs reads on a replica when it has what is required of it, and otherwise on the primary: while nothing is required yet,
 * while the replica is behind or away, and after any error of it. An empty result is read from the primary again, so that who
 * has just made something finds it on every server.
 */
export class ReplicaReads implements StatementRunner {
  readonly #options: ReplicaReadsOptions;
  readonly #elapsedMs: () => number;
  /** The last requirement that each connection has met. A connection leads to one server for all its life. */
  readonly #met = new WeakMap<object, number>();
  readonly #watching: NodeJS.Timeout;
  #requirement: RequirementSource = () => undefined;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  #behindSinceMs: number | undefined;
  #isReported = false;
  /** Whether a request asks a replica that lacked something the last time. */
  #isAskedAgain = false;

  constructor(options: ReplicaReadsOptions) {
    this.#options = options;
    this.#elapsedMs = options.elapsedMs ?? (() => performance.now());
    // Also notices an outage, and its end, while there are no reads.
    this.#watching = setInterval(() => this.#ask(nothing), retryAwayMs).unref();
  }

  /** From now on the replica is read when it has this; before, it never is. */
  require(requirement: RequirementSource): void {
    this.#requirement = requirement;
  }

  /**
   * The time for which the replica has lacked something that was required of it, or was away; 0 when it has everything.
   */
  lagSeconds(): number {
    if (this.#behindSinceMs === undefined) return 0;
    return (this.#elapsedMs() - this.#behindSinceMs) / 1_000;
  }

  async run(statement: Statement): Promise<QueryResult> {
    const result = await this.#ask(statement);
    if (result && result.rows.length > 0) {
      telemetry.catalogueRead.publish({ from: 'replica' });
      return result;
    }
    telemetry.catalogueRead.publish({ from: 'primary' });
    return this.#options.primary.run(statement);
  }

  async close(withinMs: number): Promise<void> {
    clearInterval(this.#watching);
    await this.#options.replica.close(withinMs);
  }

  /** @returns undefined when the replica must not be read, or could not */
  async #ask(statement: Statement): Promise<QueryResult | undefined> {
    const requirement = this.#requirement();
    if (!requirement || this.#elapsedMs() < this.#retryAtMs) return undefined;
    // One at a time: until a replica that has lost its power is given up takes seconds, and all others would wait as long.
    const isAskingAgain = this.#behindSinceMs !== undefined;
    if (isAskingAgain && this.#isAskedAgain) return undefined;
    if (isAskingAgain) this.#isAskedAgain = true;
    try {
      const result = await this.#options.replica.runIf(
        (connection) => this.#hasMet(connection, requirement),
        statement,
      );
      if (result) this.#markCaughtUp();
      else this.#markBehind();
      return result;
    } catch (error) {
      // The primary decides about any other error.
      if (isOutage(error)) this.#markBehind(error);
      return undefined;
    } finally {
      if (isAskingAgain) this.#isAskedAgain = false;
    }
  }

  async #hasMet(
    connection: StatementRunner,
    { version, isMet }: ReplicaRequirement,
  ): Promise<boolean> {
    if (this.#met.get(connection) === version) return true;
    const hasMet = await isMet(sqlOn(connection));
    if (hasMet) this.#met.set(connection, version);
    return hasMet;
  }

  #markCaughtUp(): void {
    this.#behindSinceMs = undefined;
    if (this.#isReported) this.#options.log.info({}, 'The replica is read again');
    this.#isReported = false;
  }

  #markBehind(error?: unknown): void {
    const nowMs = this.#elapsedMs();
    this.#behindSinceMs ??= nowMs;
    const isLong = error !== undefined || nowMs - this.#behindSinceMs > reportAfterMs;
    this.#retryAtMs = nowMs + (isLong ? retryAwayMs : retryBehindMs);
    if (!isLong || this.#isReported) return;
    this.#isReported = true;
    const reason = error === undefined ? 'is more than two seconds behind' : 'does not answer';
    this.#options.log.warn(
      { err: error, lagSeconds: this.lagSeconds() },
      `The replica ${reason}; reading from the primary`,
    );
  }
}

const nothing: Statement = { text: 'select', values: [] };
