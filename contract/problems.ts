import { textsOf } from './language.ts';
import { msg } from './text.ts';
/** Every kind of refusal: its status (RFC 9110) and its title. The `type` of a problem is `/api/problems#<code>`. */
export const problems = textsOf({
  'bad-input': { status: 400, title: msg`Something in the request is not right` },
  'not-signed-in': { status: 401, title: msg`You are not signed in` },
  'not-allowed': { status: 403, title: msg`You may not do this` },
  'not-found': { status: 404, title: msg`There is nothing here` },
  'wrong-method': { status: 405, title: msg`This address does not answer that method` },
  'not-acceptable': { status: 406, title: msg`There is no response in the requested format` },
  'too-slow': { status: 408, title: msg`The request took too long to arrive` },
  conflict: { status: 409, title: msg`This conflicts with the current state` },
  'precondition-failed': { status: 412, title: msg`It has changed since` },
  'too-large': { status: 413, title: msg`That is too large` },
  'wrong-content': { status: 415, title: msg`This kind of content is not accepted` },
  'cannot-process': {
    status: 422,
    title: msg`The request is well formed but cannot be carried out`,
  },
  'too-many-requests': { status: 429, title: msg`Too many requests` },
  'headers-too-large': { status: 431, title: msg`The headers of the request are too large` },
  internal: { status: 500, title: msg`Something went wrong on our side` },
  unavailable: { status: 503, title: msg`The shop cannot answer at the moment` },
}) satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;
