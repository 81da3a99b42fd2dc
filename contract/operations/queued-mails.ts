import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, isoTime, page } from '#contract/fields.ts';
import { modification } from '#contract/modification.ts';
import { failure } from '#contract/said-text.ts';
import { queuedMailKinds } from './mail-kinds.ts';

/**
 * - waiting: to be sent for the first time
 * - retrying: the mail server has refused it, and it is sent again after a while
 * - given-up: refused twelve times
 */
export const queuedMailStates = ['waiting', 'retrying', 'given-up'] as const;
export type QueuedMailState = (typeof queuedMailStates)[number];

const state = z.enum(queuedMailStates, 'This must be waiting, retrying or given-up');
const kind = z.enum(queuedMailKinds, 'There is no such kind of mail');

/** A mail that is to be sent, or was given up. Its content is made when it is sent, and is nowhere here. */
const queuedMail = z.object({
  _id: id,
  kind: z.enum(queuedMailKinds),
  state: z.enum(queuedMailStates),
  to: z.string().optional().describe('Missing when the receiver was removed'),
  queuedAt: isoTime,
  attempts: z.number().int(),
  triedAt: isoTime.optional(),
  nextAt: isoTime.optional().describe('When it is sent again'),
  isBeingSent: z.boolean(),
  ...failure,
});
export type QueuedMail = z.infer<typeof queuedMail>;

export const listQueuedMails = defineCall({
  method: 'GET',
  path: '/mails',
  who: 'admin',
  area: 'operation',
  summary:
    'List the mails that wait, are tried again or were given up, newest first, of one kind or all; of each outbox at most 1,000',
  query: z.strictObject({ state, kind: kind.optional(), ...page }),
  paged: true,
  status: 200,
  reply: z.array(queuedMail),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const changeQueuedMail = defineCall({
  method: 'PUT',
  path: '/mails/{id}',
  who: 'admin',
  area: 'operation',
  changesCatalogue: false,
  summary:
    'Send a mail again that was refused or given up (`waiting`), or drop one that is not being sent (`discarded`)',
  params: z.strictObject({ id }),
  body: z.strictObject({
    state: z.enum(['waiting', 'discarded'], 'This must be waiting or discarded'),
  }),
  ...modification,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const resendMails = defineCall({
  method: 'POST',
  path: '/mails/resent',
  who: 'admin',
  area: 'operation',
  changesCatalogue: false,
  summary:
    'Send the mails of a kind again that were refused (`retrying`) or given up, at most 1,000 at a time',
  body: z.strictObject({
    kind,
    state: z.enum(['retrying', 'given-up'], 'This must be retrying or given-up'),
  }),
  ...modification,
  reply: modification.reply.extend({
    hasMore: z.boolean().describe('Whether more than 1,000 were there'),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
