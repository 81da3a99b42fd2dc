import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, isoTime, page, requiredText } from '#contract/fields.ts';
import { msg } from '#contract/text.ts';
import { noteLength } from './moderation-terms.ts';

/** What an admin noted for the others. It is never changed: a wrong one is answered by another. */
const note = z.object({
  _id: id,
  text: z.string(),
  authorName: z.string(),
  time: isoTime,
});
export type Note = z.infer<typeof note>;

const list = {
  method: 'GET',
  who: 'admin',
  rule: 'not about themselves',
  params: z.strictObject({ id }),
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(note),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
} as const;

const addition = {
  method: 'POST',
  who: 'admin',
  changesCatalogue: false,
  rule: 'not about themselves; the newest note again by its author adds none',
  params: z.strictObject({ id }),
  body: z.strictObject({ text: requiredText(msg`Write something`, noteLength) }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
} as const;

export const listPersonNotes = defineCall({
  ...list,
  path: '/users/{id}/notes',
  area: 'people',
  summary: 'List what admins noted about a person, newest first',
});

export const addPersonNote = defineCall({
  ...addition,
  path: '/users/{id}/notes',
  area: 'people',
  summary: 'Note something about a person, for the other admins; a note is never changed',
});

export const listSaleNotes = defineCall({
  ...list,
  path: '/bookings/{id}/notes',
  area: 'cases',
  summary: 'List what admins noted about a booking, newest first',
});

export const addSaleNote = defineCall({
  ...addition,
  path: '/bookings/{id}/notes',
  area: 'cases',
  summary: 'Note something about a booking, for the other admins; a note is never changed',
});

export const listCaseNotes = defineCall({
  ...list,
  path: '/cases/{id}/notes',
  area: 'cases',
  summary: 'List what admins noted about a case, newest first',
});

export const addCaseNote = defineCall({
  ...addition,
  path: '/cases/{id}/notes',
  area: 'cases',
  summary: 'Note something about a case, for the other admins; a note is never changed',
});
