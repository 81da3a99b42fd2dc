import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits, registrationRoles, roles } from '#contract/constants.ts';
import {
  atMostCharacters,
  email,
  id,
  imageAddress,
  isoTime,
  languageTag,
  lineOrNothing,
  page,
  requiredLine,
  requiredText,
  timeZone,
} from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { restrictionKinds } from '#contract/moderation/moderation-terms.ts';
import { msg, plural } from '#contract/text.ts';
import { adminAreas } from './admin-areas.ts';
import { traderStatement } from './traders.ts';

export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  image: z.string().optional(),
  role: z.enum(roles),
  areas: z
    .array(z.enum(adminAreas))
    .optional()
    .describe('Of an admin who does not have all: what they may do'),
  status: z.enum(['verified']).optional(),
  language: z
    .string()
    .optional()
    .describe('In which mails are written, if the user has chosen one'),
  timeZone: z.string().optional().describe('In which mails write times, if it is known'),
  about: z.string().optional().describe('What a seller says about themselves'),
  town: z.string().optional(),
  spoken: z.array(z.string()).optional().describe('Languages that a seller speaks'),
  time: isoTime.describe('When the user registered'),
  picture: picture.optional().describe('Of an uploaded image: the sizes there are'),
  verificationSentAt: isoTime
    .optional()
    .describe('When a seller last sent something by which admins can verify them'),
  trader: traderStatement.optional().describe('Of a seller who has said whether they are a trader'),
  restriction: z
    .object({
      kind: z.enum(restrictionKinds),
      until: isoTime.optional().describe('Of a suspension that ends'),
    })
    .optional()
    .describe(
      'By a decision of the admins: limited people cannot publish; suspended ones finish their sales, export and appeal',
    ),
  emailUnconfirmed: z
    .literal(true)
    .optional()
    .describe('Until the user has confirmed the email; mails leave out what others have typed'),
});
export type User = z.infer<typeof user>;

const mailLanguage = z
  .string(sayLater(msg`Choose a language of the shop`))
  .max(35, sayLater(msg`Choose a language of the shop`))
  .describe('One of the shop: its mails are written in it');

/** What a seller says on their page. An empty text takes it away. */
const introduction = {
  about: z
    .string(sayLater(msg`Write a few words about yourself`))
    .trim()
    .pipe(
      z.union([
        z.literal(''),
        requiredText(msg`Write a few words about yourself`, limits.aboutLength),
      ]),
    )
    .optional()
    .describe('On the page of a seller'),
  town: lineOrNothing(limits.townLength).optional().describe('Where a seller is'),
  spoken: z
    .array(languageTag, sayLater(msg`Choose languages`))
    .max(
      limits.spokenLanguages,
      sayLater(
        msg`Choose at most ${plural(limits.spokenLanguages, { one: '# language', other: '# languages' })}`,
      ),
    )
    .transform((tags) => [...new Set(tags)])
    .optional()
    .describe('Languages that a seller speaks, in BCP 47'),
};

const seenTime = z.iso.datetime(sayLater(msg`This is not a time`));

const self = 'that user, or an admin';
const byEmail = z.strictObject({ email });

export const createUser = defineCall({
  method: 'POST',
  path: '/users',
  who: 'identity',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'the email must be the one that the identity token proves; a Google identity becomes a buyer',
  summary: 'Save the user record of a new identity',
  body: z.strictObject({
    name: requiredLine(() => messages.required.name, limits.personNameLength),
    email,
    image: imageAddress.optional(),
    role: z.enum(registrationRoles, 'The role must be buyer or seller').default('buyer'),
    language: mailLanguage.optional(),
    timeZone: timeZone.optional().catch(undefined).describe('In which mails write times'),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict', 'too-many-requests'],
});

export const readUser = defineCall({
  method: 'GET',
  path: '/users/{email}',
  who: 'user',
  area: 'people',
  rule: self,
  summary: 'Read a user record',
  params: byEmail,
  status: 200,
  reply: user,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const readIsAdmin = defineCall({
  method: 'GET',
  path: '/users/admin/{email}',
  who: 'user',
  area: 'people',
  rule: self,
  summary: 'Ask whether a user is an admin',
  params: byEmail,
  status: 200,
  reply: z.object({ isAdmin: z.boolean() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const readIsSeller = defineCall({
  method: 'GET',
  path: '/users/seller/{email}',
  who: 'user',
  area: 'people',
  rule: self,
  summary: 'Ask whether a user is a seller',
  params: byEmail,
  status: 200,
  reply: z.object({ isSeller: z.boolean() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const listUsers = defineCall({
  method: 'GET',
  path: '/users',
  who: 'admin',
  area: 'people',
  summary: 'List buyers or sellers, newest first',
  query: z.strictObject({
    role: z.enum(registrationRoles, 'The role must be buyer or seller'),
    search: z
      .string()
      .trim()
      .max(limits.personNameLength, atMostCharacters(limits.personNameLength))
      .optional()
      .describe('Beginnings of words of the name or the address, in any order'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(user),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const verifySeller = defineCall({
  method: 'PUT',
  path: '/users/{id}',
  who: 'admin',
  area: 'people',
  changesCatalogue: true,
  summary: 'Verify a seller',
  params: z.strictObject({ id }),
  body: z.strictObject({
    email: email.optional(),
    seen: seenTime
      .optional()
      .describe(
        'The time of what the admin has looked at, refused when the seller has sent more since',
      ),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const becomeSeller = defineCall({
  method: 'PUT',
  path: '/users/{id}/role',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'that user; the only role that people can give themselves is seller',
  summary: 'Become a seller; modifiedCount is 0 for sellers and admins, who can sell already',
  params: z.strictObject({ id }),
  body: z.strictObject({ role: z.literal('seller', 'The role must be seller') }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const changeUser = defineCall({
  method: 'PATCH',
  path: '/users/{id}',
  who: 'user',
  area: 'people',
  // These are public; language and time zone of the mails are not.
  refusedTo: (body) =>
    ['name', 'image', 'about', 'town'].some((field) => field in body) ? 'limited' : 'nobody',
  changesCatalogue: true,
  rule: self,
  summary:
    'Change the name, the picture, what a seller says about themselves, or language and time zone of the mails of a user',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      name: requiredLine(() => messages.required.name, limits.personNameLength).optional(),
      image: imageAddress.optional(),
      ...introduction,
      language: mailLanguage.optional(),
      timeZone: timeZone.optional().catch(undefined).describe('In which mails write times'),
    })
    // A time zone that this server does not know changes nothing: browsers know newer ones.
    .refine((changes) => Object.keys(changes).length > 0, sayLater(msg`Give at least one field`)),
  status: 200,
  reply: user,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});
