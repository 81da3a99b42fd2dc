import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { isoTime } from '#contract/fields.ts';
import { failure } from '#contract/said-text.ts';

/**
 * - waiting: until its next time
 * - due: it starts within a second, unless no server runs jobs
 * - running: on a server
 * - stuck: it has been due for five minutes, its server is gone, or it is over its time of 15 minutes
 */
const jobStates = ['waiting', 'due', 'running', 'stuck'] as const;

const jobRun = z.object({
  succeeded: z.boolean(),
  finishedAt: isoTime,
  items: z.number().int().optional().describe('How many items it has processed'),
  seconds: z.number().optional().describe('How long it took'),
  ...failure,
});

const job = z.object({
  name: z.string().describe('As in the log'),
  about: z.string().describe('What it does'),
  state: z.enum(jobStates),
  dueAt: isoTime.describe('When it runs next, or since when it is due'),
  server: z.string().optional().describe('Where it runs: host name and process'),
  startedAt: isoTime.optional().describe('Since when it runs'),
  lastRun: jobRun.optional().describe('How its last run ended; missing before the first'),
});
export type Job = z.infer<typeof job>;

export const listJobs = defineCall({
  method: 'GET',
  path: '/jobs',
  who: 'admin',
  area: 'operation',
  summary:
    'List the scheduled jobs: what each does, when it is due, where it runs, and how its last run ended',
  status: 200,
  reply: z.array(job),
  problems: ['not-signed-in', 'not-allowed'],
});

export const runJob = defineCall({
  method: 'POST',
  path: '/jobs/{name}/runs',
  who: 'admin',
  area: 'operation',
  changesCatalogue: false,
  rule: 'A job that is already due runs once, however often it is asked for; one that runs, once more',
  summary: 'Let a scheduled job run now',
  params: z.strictObject({ name: z.string().max(100, 'There is no such job') }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});
