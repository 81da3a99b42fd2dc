import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, imageAddress, isoTime } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { modification } from '#contract/modification.ts';
import { msg } from '#contract/text.ts';

export const codePhotoTerms = {
  /**
   * Of a code: letters that a hand writes so that they are not taken for each other. There is no I (J, L), no O (D, Q) and no U (V).
   */
  letters: 'ABCDEFGHJKLMNPQRSTVWXYZ',
  length: 6,
  /** For so long at most a code can be used: it is that of a day, until the next day (UTC) ends. */
  validHours: 48,
} as const;

/** That one of the pictures shows the instrument with the code. No person of the shop has looked at it. */
export const codePhoto = z.object({
  at: isoTime.describe('When the picture was put into the listing'),
  pictures: z
    .number()
    .int()
    .describe('How many of the pictures of the listing were added after it'),
  code: z.string().describe('What should be written beside the instrument'),
  image: z.string().describe('The picture; it is among `images` too'),
});
export type CodePhoto = z.infer<typeof codePhoto>;

const params = z.strictObject({ id });
const problems = ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'] as const;

export const askForCode = defineCall({
  method: 'POST',
  path: '/products/{id}/code',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: 'its seller; a sold one is refused',
  summary:
    'Get the code that its seller writes down and photographs with the instrument. It follows from the listing and the day, and nothing is stored: asking again on the same day gives the same code',
  params,
  status: 200,
  reply: z.object({
    code: z.string().describe(`${codePhotoTerms.length} letters`),
    validUntil: isoTime.describe('Until then the picture can be added'),
  }),
  problems,
});

export const setCodePhoto = defineCall({
  method: 'PUT',
  path: '/products/{id}/code-photo',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: 'its seller; a sold one is refused',
  summary:
    'Say which picture shows the instrument with the code. It becomes the last picture of the listing, unless it is one already. Another kind or maker of the listing takes the statement back',
  params,
  body: z.strictObject({
    image: imageAddress,
    code: z
      .string(sayLater(msg`Enter the code that you wrote down`))
      .trim()
      .max(2 * codePhotoTerms.length, sayLater(msg`Enter the code that you wrote down`))
      .optional()
      .describe('The one in the picture; without it, that of today'),
  }),
  ...modification,
  problems,
});

export const removeCodePhoto = defineCall({
  method: 'DELETE',
  path: '/products/{id}/code-photo',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: 'its seller, or an admin; a sold one is refused',
  summary:
    'Take back that a picture shows the instrument with the code. The picture stays in the listing',
  params,
  ...modification,
  problems,
});
