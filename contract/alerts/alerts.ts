import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { alertTopics } from '#contract/constants.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

const choices = {
  searches: z
    .boolean(sayLater(msg`Choose true or false`))
    .describe('Mails about new matches of saved searches'),
  wishlist: z
    .boolean(sayLater(msg`Choose true or false`))
    .describe('Mails when something on the wishlist becomes cheaper, or is free again'),
  messages: z
    .boolean(sayLater(msg`Choose true or false`))
    .optional()
    .describe('A mail when there are messages to read; missing in a shop without messages'),
};

export const alertSettings = z.object(choices);
export type AlertSettings = z.infer<typeof alertSettings>;

export const readAlertSettings = defineCall({
  method: 'GET',
  path: '/alert-settings',
  who: 'user',
  rule: 'their own',
  summary: 'Read which mails about news and messages you get; of news there is one a day at most',
  status: 200,
  reply: alertSettings,
  problems: ['not-signed-in'],
});

export const changeAlertSettings = defineCall({
  method: 'PATCH',
  path: '/alert-settings',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Switch mails about news or messages on or off',
  body: z
    .strictObject({
      searches: choices.searches.optional(),
      wishlist: choices.wishlist.optional(),
      messages: choices.messages,
    })
    .refine(
      (changes) => Object.keys(changes).length > 0,
      sayLater(msg`Choose searches, wishlist or messages`),
    ),
  status: 200,
  reply: alertSettings,
  problems: ['bad-input', 'not-signed-in'],
});

export const readAlertLink = defineCall({
  method: 'GET',
  path: '/alert-link',
  who: 'everybody',
  rule: 'the token of such a mail is the proof',
  summary: 'Read what the link at the end of a mail about news or messages ends',
  query: z.strictObject({ token: z.string().max(200, sayLater(msg`This is not a token`)) }),
  status: 200,
  reply: z.object({
    topic: z.enum(alertTopics),
    isOn: z.boolean().describe('Whether such mails are sent'),
  }),
  problems: ['bad-input', 'not-found'],
});
