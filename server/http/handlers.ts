import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, CallReply, CallRequest, calls } from '#contract/calls.ts';
import type { Caller } from './caller.ts';
import type { Page } from './paging.ts';

type CallerOf<Name extends CallName> = (typeof calls)[Name]['who'] extends 'everybody' | 'identity'
  ? Caller | null
  : Caller;

/** The request that a call came with, for headers. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler gets: the parsed request, who sent it, and the exchange. */
export type Handled<Name extends CallName> = CallRequest<Name> &
  Exchange & { caller: CallerOf<Name> };

type Outcome<Name extends CallName> = (typeof calls)[Name] extends { paged: true }
  ? Page<CallReply<Name> extends readonly (infer Item)[] ? Item : never>
  : CallReply<Name>;

/** The functions behind the contract's calls; a list answers with one page. */
export type Handlers = {
  [Name in CallName]?: (handled: Handled<Name>) => Promise<Outcome<Name>>;
};

/** For public reads: what an answer to a guest is made from, so that it is forgotten when that changes. */
export type CacheTags = { [Name in CallName]?: (request: CallRequest<Name>) => string };
