import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/**
 * One row for each scheduled job: when it is due, and which server runs it. All moments are of the database's own clock, so
 * that servers whose clocks differ agree.
 */
export const jobRuns = pgTable('job_runs', {
  name: text('name').primaryKey(),
  dueAt: timestamptz('due_at').notNull(),
  /** The server that runs the job; null when none does. */
  leasedBy: uuid('leased_by'),
  /** Host name and process of the server that runs it, or ran it last. */
  leasedOn: text('leased_on'),
  /** The server renews this while the job runs. Afterwards another server may start the job. */
  leasedUntil: timestamptz('leased_until'),
  startedAt: timestamptz('started_at'),
  finishedAt: timestamptz('finished_at'),
  /** The kind of error of the last run; null when it succeeded. */
  lastFault: text('last_fault'),
  /** The same in words, without personal data. */
  lastError: text('last_error'),
  /** How many items the last run has processed; null when it failed. */
  lastItems: integer('last_items'),
  lastMs: integer('last_ms'),
  /** The id of the request by which an admin asked for the next run. */
  requestId: text('request_id'),
});
