import { z } from 'zod';
import { defineCall } from './call.ts';
import { email } from './fields.ts';

/**
 * Some calls are refused with this `code` unless the caller has proven who they are within so many minutes: by signing in,
 * or by a proof of the identity provider (`identityPaths.proveByPassword`), after which they need a new access token.
 */
export const recentSignInRequired = 'recent-sign-in-required';
export const recentSignInMinutes = 10;
export const recentSignInRefusal = `For your safety this takes a new proof that it is you. Enter your password or continue with Google again, and do it within ${recentSignInMinutes} minutes.`;

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
