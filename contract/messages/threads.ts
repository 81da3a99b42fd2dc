import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { evidenceClips, evidenceClipsField } from '#contract/clips/clips.ts';
import { limits, maxTaskCount, roles, threadTimes } from '#contract/constants.ts';
import {
  atMostPictures,
  email,
  id,
  imageAddress,
  inCurrency,
  isoTime,
  page,
  requiredText,
} from '#contract/fields.ts';
import { evidenceAddresses, picture } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { contactKinds } from './contact-kinds.ts';

/** The states of the listing of a thread. */
export const threadListingStates = ['on-sale', 'held', 'sold', 'withdrawn'] as const;

const text = requiredText(msg`Write something`, limits.messageLength);
const inserted = z.object({ acknowledged: z.literal(true), insertedId: id });
const modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });
const params = z.strictObject({ id });
const side = z.enum(['buyer', 'seller']);

const person = z.object({
  _id: id,
  name: z.string(),
  isRemoved: z.boolean().describe('Whether the account is gone; nobody reads there any more'),
});

export const thread = z.object({
  _id: id,
  product: z.object({
    _id: id,
    name: z.string(),
    image: z.string(),
    picture: picture.optional(),
    price: z.number().describe(inCurrency),
    state: z.enum(threadListingStates),
  }),
  side: side.optional().describe("The caller's; missing for admins who are neither"),
  buyer: person,
  seller: person,
  bookingId: id.optional().describe("The buyer's last booking of it that is unpaid or paid"),
  isOpen: z.boolean().describe('Whether its two sides can write'),
  openUntil: isoTime
    .optional()
    .describe(
      `When it closes: ${threadTimes.openDaysAfterSale} days after the end of the sale between the two`,
    ),
  blockId: id.optional().describe('The block by which the caller has ended it'),
  unread: z.number().int().describe('Messages of the other side that the caller has not read'),
  lastMessage: z
    .object({ text: z.string(), author: side, time: isoTime })
    .optional()
    .describe('Its beginning; missing for admins, and when it went with its author'),
  time: isoTime.describe('When it began'),
});
export type Thread = z.infer<typeof thread>;

export const message = z.object({
  _id: id,
  author: side,
  text: z.string(),
  language: z
    .string()
    .optional()
    .describe('The one that its author has chosen for the shop, in which they probably write'),
  images: evidenceAddresses,
  clips: evidenceClips.optional(),
  contact: z
    .array(z.enum(contactKinds))
    .describe('What the text has that leads out of the shop, which protects nobody there'),
  time: isoTime,
  hidden: z
    .literal(true)
    .optional()
    .describe('A decision of the admins hides it: only its author has the text'),
});
export type Message = z.infer<typeof message>;

export const listThreads = defineCall({
  method: 'GET',
  path: '/threads',
  who: 'user',
  area: 'cases',
  rule: 'their own; an admin names a booking whose dispute is open',
  summary:
    'List your threads, those with unread messages first, then the newest; or only those about a product or a booking',
  query: z.strictObject({
    email,
    productId: id.optional(),
    bookingId: id.optional(),
    ...page,
    cursor: z
      .string()
      .regex(/^[01]\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, sayLater(msg`This is not a cursor`))
      .optional()
      .describe('As `Link` gives it'),
  }),
  paged: true,
  status: 200,
  reply: z.array(thread),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const startThread = defineCall({
  method: 'POST',
  path: '/threads',
  who: 'user',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: 'anybody but the seller asks about what is on sale; either side of a booking writes about that',
  summary:
    'Write to the seller of a product, or with `bookingId` to the other side of a booking; a thread that exists goes on',
  body: z.strictObject({
    productId: id,
    bookingId: id.optional().describe('A booking of this product: needed by its seller'),
    text,
  }),
  repeatable: true,
  status: 201,
  reply: inserted.describe('The id of the thread'),
  refusal: { acknowledged: false, insertedId: null },
  problems: [
    ...['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
    ...['cannot-process', 'too-many-requests'],
  ] as const,
});

export const readThread = defineCall({
  method: 'GET',
  path: '/threads/{id}',
  who: 'user',
  area: 'cases',
  rule: 'its two sides; an admin while a dispute about their booking is open',
  summary: 'Read who writes about what in a thread, and whether it is open',
  params,
  status: 200,
  reply: thread,
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const listMessages = defineCall({
  method: 'GET',
  path: '/threads/{id}/messages',
  who: 'user',
  area: 'cases',
  rule: 'its two sides; an admin while a dispute about their booking is open, which the audit records',
  summary: 'List the messages of a thread, newest first',
  params,
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(message),
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const sendMessage = defineCall({
  method: 'POST',
  path: '/threads/{id}/messages',
  who: 'user',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: 'its two sides, while it is open',
  summary: 'Write a message in a thread',
  params,
  body: z.strictObject({
    text,
    images: z
      .array(imageAddress, sayLater(msg`The pictures must be a list of addresses`))
      .max(limits.messagePictures, atMostPictures(limits.messagePictures))
      .optional()
      .describe('Addresses that the upload has given out, in their order'),
    clips: evidenceClipsField(limits.messageClips).optional(),
  }),
  repeatable: true,
  status: 201,
  reply: inserted,
  refusal: { acknowledged: false, insertedId: null },
  problems: [
    ...['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict', 'cannot-process'],
    ...['too-many-requests', 'unavailable'],
  ] as const,
});

export const markThreadRead = defineCall({
  method: 'PUT',
  path: '/threads/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its two sides',
  summary: 'Say up to which message you have read a thread',
  params,
  body: z.strictObject({ readTo: id.describe('A message of this thread') }),
  status: 200,
  reply: modified,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const countUnreadThreads = defineCall({
  method: 'GET',
  path: '/unread-threads',
  who: 'user',
  rule: 'their own',
  summary: `Count your threads with unread messages, up to ${maxTaskCount}`,
  status: 200,
  reply: z.object({ count: z.number().int() }),
  problems: ['not-signed-in'],
});

export const block = z.object({
  _id: id,
  user: z.object({ _id: id, name: z.string(), role: z.enum(roles) }),
  time: isoTime,
});
export type Block = z.infer<typeof block>;

export const listBlocks = defineCall({
  method: 'GET',
  path: '/blocks',
  who: 'user',
  rule: 'their own',
  summary: 'List whom you have blocked, newest first',
  query: z.strictObject({ email, ...page }),
  paged: true,
  status: 200,
  reply: z.array(block),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const blockUser = defineCall({
  method: 'POST',
  path: '/blocks',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'anybody but themselves',
  summary: 'Block somebody: neither of you can write to the other, and they are not told',
  body: z.strictObject({ userId: id }),
  status: 201,
  reply: inserted,
  refusal: { acknowledged: false, insertedId: null },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const unblockUser = defineCall({
  method: 'DELETE',
  path: '/blocks/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'End a block',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});
