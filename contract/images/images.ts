import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { atMostPictures, imageAddress } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** What a page needs to show a picture in the right size without layout shift. */
export const picture = z.object({
  base: z.string().describe('Address without size and type: `<base>/<width>.webp`'),
  widths: z.array(z.number().int()).describe('The widths in pixels that exist'),
  avif: z.boolean().describe('Whether the same widths exist as `.avif`'),
  width: z.number().int().describe('Width of the largest size, in pixels'),
  height: z.number().int().describe('Height of the largest size, in pixels'),
  placeholder: z.string().describe('A tiny blurred picture as a data address'),
});
export type Picture = z.infer<typeof picture>;

/** The pictures of a return or a dispute. */
export const evidenceField = z
  .array(imageAddress, sayLater(msg`The pictures must be a list of addresses`))
  .max(limits.evidencePictures, atMostPictures(limits.evidencePictures))
  .describe('Addresses that the upload has given out, in their order');

/** Addresses of such pictures in replies. */
export const evidenceAddresses = z
  .array(z.string())
  .describe(
    'Addresses of pictures, which only the two sides and admins get; they end within an hour',
  );

export const readImageUpload = defineCall({
  method: 'GET',
  path: '/images/upload',
  who: 'everybody',
  summary: 'Where a browser uploads pictures: here, or at the image hosting service of this shop',
  status: 200,
  reply: z.object({
    url: z.string().describe('Takes a multipart form with the field `image`'),
    direct: z.boolean().describe('Whether this is the hosting service itself'),
  }),
  problems: [],
});

export const uploadImage = defineCall({
  method: 'POST',
  path: '/images',
  who: 'everybody',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'limited by rate per address; a picture that nothing refers to is removed after 24 hours',
  keyScope: 'listings:write',
  summary: 'Upload a picture (multipart field `image`)',
  multipart: 'image',
  status: 200,
  reply: z.object({
    success: z.literal(true),
    status: z.literal(200),
    data: z.object({
      id: z.string(),
      url: z.string(),
      width: z.number().int(),
      height: z.number().int(),
      size: z.number().int().describe('Bytes of the largest size'),
    }),
  }),
  refusal: { success: false },
  problems: ['bad-input', 'too-large', 'wrong-content', 'cannot-process', 'too-many-requests'],
});
