import { z } from 'zod';
import { defineCall } from './call.ts';
import { limits, registrationRoles, roles } from './constants.ts';
import { email, id, imageAddress, isoTime, page, requiredText } from './fields.ts';
import { messages } from './messages.ts';

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  image: z.string().optional(),
  role: z.enum(roles),
  status: z.enum(['verified']).optional(),
  time: isoTime.describe('When the user registered'),
});

const self = 'that user, or an admin';
const byEmail = z.strictObject({ email });

export const createUser = defineCall('createUser', {
  who: 'identity',
  rule: 'the email must be the one that the identity token proves; a Google identity becomes a buyer',
  summary: 'Save the user record of a new identity',
  body: z.strictObject({
    name: requiredText(messages.required.name, limits.personNameLength),
    email,
    image: imageAddress.optional(),
    role: z.enum(registrationRoles, 'The role must be buyer or seller').default('buyer'),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict', 'too-many-requests'],
});

export const readUser = defineCall('readUser', {
  who: 'user',
  rule: self,
  summary: 'Read a user record',
  params: byEmail,
  status: 200,
  reply: user,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const readIsAdmin = defineCall('readIsAdmin', {
  who: 'user',
  rule: self,
  summary: 'Ask whether a user is an admin',
  params: byEmail,
  status: 200,
  reply: z.object({ isAdmin: z.boolean() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const readIsSeller = defineCall('readIsSeller', {
  who: 'user',
  rule: self,
  summary: 'Ask whether a user is a seller',
  params: byEmail,
  status: 200,
  reply: z.object({ isSeller: z.boolean() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const listUsers = defineCall('listUsers', {
  who: 'admin',
  summary: 'List buyers or sellers',
  query: z.strictObject({
    role: z.enum(registrationRoles, 'The role must be buyer or seller'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(user),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const verifySeller = defineCall('verifySeller', {
  who: 'admin',
  summary: 'Verify a seller',
  params: z.strictObject({ id }),
  body: z.strictObject({ email: email.optional() }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const removeUser = defineCall('removeUser', {
  who: 'admin',
  rule: 'not themselves, not the last admin, not somebody who has yet to hand over or is owed a refund',
  summary: 'Remove a user',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
