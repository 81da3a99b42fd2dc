import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { z } from 'zod';
import type { Call } from '#contract/call.ts';
import {
  type CallName,
  type CallReply,
  type CallRequest,
  calls as contractCalls,
} from '#contract/calls.ts';
import { Problem } from '../problem.ts';
import { type AnswerCache, sendAnswer } from './answer-cache.ts';
import { apiBase } from './api-base.ts';
import { type Caller, type Callers, requireRight } from './caller.ts';
import { entityTag, isUnchanged } from './entity-tag.ts';
import { parseInput } from './input.ts';
import { nextPageLink, type Page } from './paging.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The flags that the specification reads, as they stand in a refusal of this request. */
    refusal?: (request: FastifyRequest) => Readonly<Record<string, unknown>> | undefined;
  }
}

type CallerOf<Name extends CallName> = (typeof contractCalls)[Name]['who'] extends
  | 'everybody'
  | 'identity'
  ? Caller | null
  : Caller;

/** What a handler gets: the parsed request, who sent it, and the exchange for headers. */
export type Handled<Name extends CallName> = CallRequest<Name> & {
  caller: CallerOf<Name>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Outcome<Name extends CallName> = (typeof contractCalls)[Name] extends { paged: true }
  ? Page<CallReply<Name> extends readonly (infer Item)[] ? Item : never>
  : CallReply<Name>;

export type Handlers = {
  [Name in CallName]?: (handled: Handled<Name>) => Promise<Outcome<Name>>;
};

export interface ServeCallsParts {
  callers: Callers;
  /** Remembers the answers to guests; see `cachedFor`. */
  answers: AnswerCache;
  /** Awaited after every call that changed something, before it is answered: this server forgets what is stale. */
  afterChange: () => Promise<void>;
}

/** For public reads: the tags under which an answer to a guest is remembered. */
export type CacheTags = { [Name in CallName]?: (handled: CallRequest<Name>) => string };

/**
 * Binds functions to the contract's calls. Each request is let in by the call's `who`, parsed by its schemas, handled,
 * and serialised by a JSON schema compiled from the reply, so that an answer holds just the contract's fields.
 */
export function serveCalls(
  app: FastifyInstance,
  parts: ServeCallsParts,
  handlers: Handlers,
  cacheTags: CacheTags = {},
): void {
  const served = Object.keys(handlers) as CallName[];
  for (const names of groupByAddress(served).values()) {
    const variants = names.map((name) => servedCall(name, parts, handlers, cacheTags));
    const first = contractCalls[names[0] ?? 'readProduct'];
    app.route({
      method: first.method,
      url: apiBase + first.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { refusal: (request) => chosenVariant(variants, request)?.call.refusal },
      handler: answerBy(variants),
    });
  }
}

interface ServedCall {
  call: Call;
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

function groupByAddress(names: CallName[]): Map<string, CallName[]> {
  const groups = new Map<string, CallName[]>();
  for (const name of names) {
    const { method, path } = contractCalls[name];
    const key = `${method} ${path}`;
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  return groups;
}

function answerBy(variants: ServedCall[]): RouteHandlerMethod {
  return (request, reply) => {
    const variant = chosenVariant(variants, request);
    if (variant) return variant.answer(request, reply);
    const keys = variants.map(({ call }) => call.variant?.has ?? '');
    throw new Problem('bad-input', `Say ${keys.join(' or ')}`, {
      errors: keys.map((key) => ({ field: key, message: `${keys.join(' or ')} is missing` })),
    });
  };
}

function chosenVariant(variants: ServedCall[], request: FastifyRequest): ServedCall | undefined {
  return variants.find(({ call }) => {
    if (!call.variant) return true;
    const part: unknown = call.variant.in === 'query' ? request.query : request.body;
    return typeof part === 'object' && part !== null && call.variant.has in part;
  });
}

function servedCall(
  name: CallName,
  parts: ServeCallsParts,
  handlers: Handlers,
  cacheTags: CacheTags,
): ServedCall {
  const call: Call = contractCalls[name];
  const serialize = compileReply(call);
  // The table is typed by name; inside the loop over names the compiler can't follow which entry belongs to which.
  const handle = handlers[name] as (handled: unknown) => Promise<unknown>;
  const tagOf = cacheTags[name] as ((handled: unknown) => string) | undefined;

  async function perform(input: object, exchange: Exchange, caller: Caller | null) {
    const outcome = await handle({ ...input, ...exchange, caller });
    if (!call.paged) return { body: serialize(outcome), headers: {} };
    const { items, nextCursor } = outcome as Page<unknown>;
    return { body: serialize(items), headers: nextPageLink(exchange.request.url, nextCursor) };
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const caller = await identify(call, parts.callers, request);
    requireRight(call.who, caller);
    const performed = await perform(parseRequest(call, request), { request, reply }, caller);
    if (call.method !== 'GET') await parts.afterChange();
    return send(call, reply.headers(performed.headers), performed.body);
  }

  async function answerFromMemory(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.authorization !== undefined) return answer(request, reply);
    const known = await parts.answers.find(request.url, async () => {
      const input = parseRequest(call, request);
      const performed = await perform(input, { request, reply }, null);
      const headers = { 'content-type': json, ...performed.headers };
      return { body: performed.body, status: call.status, headers, tag: tagOf?.(input) ?? '' };
    });
    return sendAnswer(known, request, reply);
  }

  return { call, answer: tagOf ? answerFromMemory : answer };
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

const json = 'application/json; charset=utf-8';

async function identify(call: Call, callers: Callers, request: FastifyRequest) {
  if (call.who === 'identity') return null;
  if (call.who !== 'everybody') return callers.identify(request);
  // A public read is never refused for a stale token: whoever sent it is a guest then.
  return callers.identify(request).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-signed-in') return null;
    throw error;
  });
}

function parseRequest(call: Call, request: FastifyRequest) {
  return {
    ...(call.params ? { params: parseInput(call.params, request.params) } : {}),
    ...(call.query ? { query: parseInput(call.query, request.query) } : {}),
    ...(call.body ? { body: parseInput(call.body, request.body) } : {}),
  };
}

function compileReply(call: Call): (value: unknown) => string {
  const schema = z.toJSONSchema(call.reply, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
  });
  // Both speak JSON Schema draft 7; their types only differ in how far they spell it out.
  return fastJson(schema as Parameters<typeof fastJson>[0]);
}

function send(call: Call, reply: FastifyReply, body: string): FastifyReply {
  reply.code(call.status).type(json);
  if (call.method !== 'GET') return reply.header('cache-control', 'no-store').send(body);
  const tag = entityTag(body);
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('vary', 'authorization');
  if (isUnchanged(reply.request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.send(body);
}
