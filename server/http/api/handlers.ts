import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, CallReply, CallRequest, calls } from '#contract/calls.ts';
import type { Idempotency } from '../../core/idempotency.ts';
import type { Identity } from '../../providers/identity/port.ts';
import type { PersonalFieldsById } from '../cache/list-body.ts';
import type { Caller } from './caller.ts';
import type { Page } from './paging.ts';

/** The sender of a request: for most calls the caller, by our access token, or null. */
export interface Sender {
  caller: Caller | null;
  /** The identity that the provider's token proves, for calls that take one. */
  identity?: Identity;
}

interface SenderOf {
  everybody: { caller: Caller | null };
  identity: { identity: Identity };
  user: { caller: Caller };
  seller: { caller: Caller };
  admin: { caller: Caller };
}

/** The HTTP request and reply of a call, for their headers. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The argument of a handler: the parsed request, who sent it, and the exchange. */
export type Handled<Name extends CallName> = CallRequest<Name> &
  Exchange &
  SenderOf[(typeof calls)[Name]['who']] &
  ((typeof calls)[Name] extends { repeatable: true }
    ? { idempotency: Idempotency | undefined }
    : unknown) &
  ((typeof calls)[Name] extends { versioned: true } ? { ifVersion: number | undefined } : unknown);

type Outcome<Name extends CallName> = (typeof calls)[Name] extends { streamed: true }
  ? AsyncIterable<string>
  : (typeof calls)[Name] extends { paged: true }
    ? Page<CallReply<Name> extends readonly (infer Item)[] ? Item : never>
    : (typeof calls)[Name] extends { hasNextPage: true }
      ? CallReply<Name> & Pick<Page<unknown>, 'nextCursor'>
      : CallReply<Name>;

/** The handlers of the contract's calls; that of a list returns one page, that of a long reply its text piece by piece. */
export type Handlers = {
  [Name in CallName]?: (handled: Handled<Name>) => Promise<Outcome<Name>>;
};

/** The tag under which a public read is cached for guests, and removed when what it shows changes. */
export type CacheTags = { [Name in CallName]?: (request: CallRequest<Name>) => string };

/**
 * A list in which some fields differ for each user, and whose handler returns a `ViewedPage`: what everyone sees is
 * cached once, and the fields of a user are read for it. Not used for admins, who may see other fields of every item.
 */
export interface SharedList {
  /** The cache tags of what everyone sees, where the page has none of its own. */
  tags: readonly string[];
  /** The fields of these items that the caller sees differently, by the item's id. */
  readFields: (caller: Caller, ids: readonly string[]) => Promise<PersonalFieldsById>;
}

export type SharedLists = { [Name in CallName]?: SharedList };

/**
 * The same for a reply that is not a list. What everyone sees is read without a user and cached; the fields of a user
 * are read each time, because some change with the clock alone.
 */
export interface SharedItem<Name extends CallName> {
  /** The cache tag of what everyone sees. */
  tagOf: (request: CallRequest<Name>) => string;
  read: (request: CallRequest<Name>) => Promise<CallReply<Name>>;
  /** What the caller sees differently; it replaces what everyone sees. */
  readFields: (caller: Caller, request: CallRequest<Name>) => Promise<Partial<CallReply<Name>>>;
}

export type SharedItems = { [Name in CallName]?: SharedItem<Name> };
