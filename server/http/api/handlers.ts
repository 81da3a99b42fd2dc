import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, CallReply, CallRequest, calls } from '#contract/calls.ts';
import type { Identity } from '../../providers/identity/port.ts';
import type { Caller } from './caller.ts';
import type { Page } from './paging.ts';

/** Who sent a request: for most calls a caller, known by our own access token, or nobody. */
export interface Sender {
  caller: Caller | null;
  /** For calls that take the identity provider's token: who that token proves them to be. */
  identity?: Identity;
}

interface SenderOf {
  everybody: { caller: Caller | null };
  identity: { identity: Identity };
  user: { caller: Caller };
  seller: { caller: Caller };
  admin: { caller: Caller };
}

/** The request that a call came with, for headers. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler gets: the parsed request, who sent it, and the exchange. */
export type Handled<Name extends CallName> = CallRequest<Name> &
  Exchange &
  SenderOf[(typeof calls)[Name]['who']];

type Outcome<Name extends CallName> = (typeof calls)[Name] extends { paged: true }
  ? Page<CallReply<Name> extends readonly (infer Item)[] ? Item : never>
  : CallReply<Name>;

/** The functions behind the contract's calls; a list answers with one page. */
export type Handlers = {
  [Name in CallName]?: (handled: Handled<Name>) => Promise<Outcome<Name>>;
};

/** For public reads: what an answer to a guest is made from, so that it is forgotten when that changes. */
export type CacheTags = { [Name in CallName]?: (request: CallRequest<Name>) => string };

type WritingCall = {
  [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name;
}[CallName];

/** For every call that writes: whether it can change what the cached responses show. */
export type ChangesCatalogue = Readonly<Record<WritingCall, boolean>>;
