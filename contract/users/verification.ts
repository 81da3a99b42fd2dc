import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { atMostPictures, id, imageAddress, isoTime, requiredText } from '#contract/fields.ts';
import { evidenceAddresses } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { msg, plural } from '#contract/text.ts';

const { verificationTextLength, verificationPieces, verificationLinkLength } = limits;

/** A web address as people write it: without `https://` it gets one. */
const link = z
  .string(sayLater(msg`This is not a web address`))
  .trim()
  .max(verificationLinkLength, sayLater(msg`This address is too long`))
  .transform((text) => (/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`))
  .refine(isWebAddress, sayLater(msg`This is not a web address`));

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return (
    ['http:', 'https:'].includes(protocol) &&
    /^[^.]+(\.[^.]+)+$/.test(hostname) &&
    username + password === ''
  );
}

/** What a seller shows the admins. */
const shown = z.object({
  text: z.string(),
  links: z.array(z.string()),
  images: evidenceAddresses,
  time: isoTime.describe('When it was sent, or last changed'),
});

const otherAccount = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  removed: z.literal(true).optional(),
});
export type OtherAccount = z.infer<typeof otherAccount>;

/** What the shop knows of a seller. It is counted or compared, and no person has looked at it. */
const facts = z.object({
  registeredAt: isoTime,
  emailConfirmed: z.boolean(),
  listed: z.number().int().describe('What they have on sale'),
  sales: z.number().int().describe('Sales that were completed'),
  returned: z.number().int().describe('Sales whose instrument went back'),
  cancelled: z.number().int().describe('Sales that they cancelled'),
  reports: z.number().int().describe('Cases about them that wait for a decision'),
  decisions: z.number().int().describe('Cases about them in which something was found'),
  sameBankAccount: z
    .array(otherAccount)
    .describe('Other accounts that are paid to the same number; empty where a provider pays'),
  samePictures: z
    .array(z.object({ account: otherAccount, own: z.string(), other: z.string() }))
    .describe('Other accounts that show the same picture, with the two'),
});
export type SellerFacts = z.infer<typeof facts>;

const sellerVerification = z.object({
  shown: shown.optional(),
  facts: facts.optional().describe('For admins'),
});
export type SellerVerification = z.infer<typeof sellerVerification>;

const params = z.strictObject({ id });
const problems = ['bad-input', 'not-signed-in', 'not-allowed'] as const;

export const readVerification = defineCall({
  method: 'GET',
  path: '/users/{id}/verification',
  who: 'user',
  area: 'people',
  rule: 'that seller what they have sent; an admin also what the shop knows of them',
  summary: 'What a seller has sent to be verified',
  params,
  status: 200,
  reply: sellerVerification,
  problems: [...problems, 'not-found'],
});

export const requestVerification = defineCall({
  method: 'PUT',
  path: '/users/{id}/verification',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'that seller, until they are verified',
  summary: 'Send the admins something by which they can verify a seller, or send it again',
  params,
  body: z
    .strictObject({
      text: requiredText(msg`Write a few words`, verificationTextLength),
      links: z
        .array(link, sayLater(msg`The links must be a list`))
        .max(verificationPieces, tooMany())
        .default([]),
      images: z
        .array(imageAddress, sayLater(msg`The pictures must be a list of addresses`))
        .max(verificationPieces, atMostPictures(verificationPieces))
        .default([])
        .describe('Addresses that the upload has given out. Admins alone see them'),
    })
    .refine(({ links, images }) => links.length + images.length <= verificationPieces, {
      path: ['links'],
      ...tooMany(),
    }),
  perHour: 30,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: [...problems, 'conflict', 'too-many-requests'],
});

export const withdrawVerification = defineCall({
  method: 'DELETE',
  path: '/users/{id}/verification',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'that seller; a verified one stays verified',
  summary: 'Delete what was sent to be verified',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems,
});

function tooMany() {
  return sayLater(
    msg`Use at most ${plural(verificationPieces, {
      one: '# picture or link',
      other: '# pictures and links together',
    })}`,
  );
}
