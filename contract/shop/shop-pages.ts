import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { languageOfReply } from '#contract/instruments/instrument-calls.ts';

/** A page of the owner: a Markdown file beside `shop.json`, rendered by the server. */
export const shopPageContent = z.object({
  path: z.string().describe('Its address, such as `/imprint`'),
  title: z.string().describe('What links to it are called'),
  lang: z
    .string()
    .optional()
    .describe('The language that it is written in; missing: that of the reply'),
  dir: z
    .enum(['ltr', 'rtl'])
    .optional()
    .describe('The direction of that language, where it is another one'),
  heading: z.string(),
  description: z.string().describe('One or two sentences, for search engines'),
  html: z.string().describe('Markup without scripts, frames and styles'),
  contents: z
    .array(z.object({ id: z.string(), text: z.string() }))
    .describe('The headings of the second level'),
});
export type ShopPageContent = z.infer<typeof shopPageContent>;

export const readShopPage = defineCall({
  method: 'GET',
  path: '/pages/{name}',
  who: 'everybody',
  summary: 'Read a page that the owner of the shop has written, such as the imprint',
  params: z.strictObject({ name: z.string().max(60).describe('Its path without the slash') }),
  query: z.strictObject({ language: languageOfReply }),
  inLanguage: true,
  status: 200,
  reply: shopPageContent,
  problems: ['bad-input', 'not-found'],
});
