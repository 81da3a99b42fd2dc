import type { z } from 'zod';
import type { KeyScope } from './keys/key-scopes.ts';
import type { ProblemCode } from './problems.ts';
import type { AdminArea } from './users/admin-areas.ts';

/**
 * Who may make a call at all. Whose objects they may touch is the `rule`, enforced by the statement's `where`.
 * - everybody: no token needed; a valid one may add personal fields
 * - identity: the bearer token is the identity provider's, not ours (`GET /jwt`, `POST /users`)
 * - user, seller, admin: a valid access token of an existing user with that role; an admin may do what a seller may
 */
export const whoMay = ['everybody', 'identity', 'user', 'seller', 'admin'] as const;
export type Who = (typeof whoMay)[number];

/** Two calls that share method and path are distinguished by a key that only one of them has. */
export interface Variant {
  in: 'query' | 'body';
  has: string;
}

/**
 * Who is refused after a decision of an admin.
 * - limited: what publishes something. Suspended people are refused it as well.
 * - suspended: what begins something
 * - nobody: what a suspended person still does, who finishes sales, exports, appeals and can leave
 *
 * Text that a booking needs (the place of a meeting, a reason to cancel or return, a statement in a dispute) publishes nothing:
 * it reaches the other side of that one booking alone, who can decline it, block, and report the person, and a person has few
 * unpaid bookings. A paying buyer has by law to be able to withdraw, return and complain.
 */
export type RefusedTo = 'limited' | 'suspended' | 'nobody';

/** A call as it is declared: once, in the file of its feature. `calls.ts` collects them. */
export interface CallDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's base path, with parameters in braces: `/users/{email}`. */
  path: `/${string}`;
  who: Who;
  /** The area that an admin needs for it: for calls of admins, and for what they may do for others in calls of users. */
  area?: AdminArea;
  /** Whose objects, in words, for the documentation. */
  rule?: string;
  /** A function where it depends on the fields that were sent. Admins' calls are refused to suspended admins. */
  refusedTo?: RefusedTo | ((body: object) => RefusedTo) | undefined;
  /** Whether it can change what the cached replies show: the server updates its cache before it answers. */
  changesCatalogue?: boolean;
  /** The permission with which a key for programs may make this call. Without one, keys may not. */
  keyScope?: KeyScope;
  summary: string;
  variant?: Variant;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** How large its body may be, where that is more than the 64 kB of other calls. */
  bodyBytes?: number;
  /** The body is multipart/form-data with a file in this field, and is read as a stream. */
  multipart?: 'image' | 'clip';
  /** The body is read as the bytes that were sent; these are the types that it may have. */
  raw?: readonly string[];
  /** Accepts the header `Idempotency-Key`: a repeated call with the same key has no further effect. */
  repeatable?: boolean;
  /** Accepts the header `If-Match` with the version of an earlier reply: what has changed since is refused. */
  versioned?: boolean;
  /** True when the reply is one page of a list, which may have a `Link` header. */
  paged?: boolean;
  /** True when the reply is an object about one page of a list, which may have a `Link` header all the same. */
  hasNextPage?: boolean;
  /** The number of calls within an hour from one place (an IPv4 address or an IPv6 /64), by each process. */
  perHour?: number;
  /** The reply is a text of comma-separated values (RFC 4180), offered as a file, and not JSON. */
  isCsv?: boolean;
  /** The reply grows with what is stored, so it is sent as it is read, and to each person one at a time. */
  streamed?: boolean;
  /**
   * The reply is in the language of the query's `language`, or else in that of `Accept-Language`, which is put in its place before
   * the query is parsed.
   */
  inLanguage?: boolean;
  status: 200 | 201;
  reply: z.ZodType;
  /** The flag that the specification reads, with its value in a refusal. */
  refusal?: Readonly<Record<string, boolean | number | null>>;
  problems: readonly ProblemCode[];
}

/** What each kind of call has to say: reading is never refused, and changes nothing; calls of admins have an area. */
type Effects =
  | {
      method: 'GET';
      who: 'admin';
      area: AdminArea;
      refusedTo?: undefined;
      changesCatalogue?: undefined;
    }
  | {
      method: 'GET';
      who: Exclude<Who, 'admin'>;
      refusedTo?: undefined;
      changesCatalogue?: undefined;
    }
  | {
      method: WritingMethod;
      who: 'admin';
      area: AdminArea;
      refusedTo?: undefined;
      changesCatalogue: boolean;
    }
  | {
      method: WritingMethod;
      who: Exclude<Who, 'admin'>;
      refusedTo: NonNullable<CallDefinition['refusedTo']>;
      changesCatalogue: boolean;
    };
type WritingMethod = Exclude<CallDefinition['method'], 'GET'>;

/** Declares a call with its exact types. */
export function defineCall<const Definition extends CallDefinition & Effects>(
  definition: Definition,
): Definition {
  return definition;
}
