import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email } from '#contract/fields.ts';

export const issueAccessToken = defineCall({
  method: 'GET',
  path: '/jwt',
  who: 'identity',
  rule: 'the email must be the one that the identity token proves',
  summary: 'Exchange an identity token for an access token',
  query: z.strictObject({ email }),
  status: 200,
  reply: z.object({ accessToken: z.string() }),
  problems: [
    'bad-input',
    'not-signed-in',
    'not-allowed',
    'not-found',
    'too-many-requests',
    'unavailable',
  ],
});
