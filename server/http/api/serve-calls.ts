import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Variant } from '#contract/call.ts';
import type { Call } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { acceptedLanguage, type LoadedLanguage } from '../../core/shop-language.ts';
import type { IdentityProvider } from '../../providers/identity/port.ts';
import { encode, encodingFor } from '../cache/encoding.ts';
import { entityTag, isUnchanged } from '../cache/entity-tag.ts';
import type { PersonalResponses } from '../cache/personal-responses.ts';
import { makeCachedResponse, type ResponseCache } from '../cache/response-cache.ts';
import { sendCachedResponse, varyOf } from '../cache/send-response.ts';
import type { KeyLimit } from '../security/rate-limits.ts';
import type { BoundCall, BoundCalls, BoundSharedItem, BoundSharedList } from './bound-calls.ts';
import { type Caller, type Callers, requireRole, requireToken } from './caller.ts';
import type { Exchange, Sender } from './handlers.ts';
import { createLongReplies, type LongReplies, longReplyRate } from './long-replies.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The flags of the specification that a refusal of this request has. */
    refusal?: (request: FastifyRequest) => Readonly<Record<string, unknown>> | undefined;
  }
}

export interface ServeCallsDeps {
  callers: Callers;
  /** Verifies identity tokens, for the calls that take one instead of an access token. */
  identities: Pick<IdentityProvider, 'verify'>;
  /** Those of the shop, for replies in the language of the request. */
  languages: readonly LoadedLanguage[];
  /** Caches responses to guests. */
  responseCache: ResponseCache;
  /** Caches lists for users. */
  personalResponses: PersonalResponses;
  /** The time for which a reader of a long reply may take nothing; by default a minute. */
  pausedReaderMs?: number | undefined;
  /** Counts the requests of a key. */
  limitKey?: KeyLimit | undefined;
  /** Removes stale responses from the cache. Awaited before the response to such a call; never rejects. */
  refreshCache: () => Promise<void>;
}

/**
 * Registers a route for every call: it checks the caller against the call's `who`, parses the input, runs the handler and
 * sends the reply. Public reads of guests are served from the cache.
 */
export function serveCalls(app: FastifyInstance, given: ServeCallsDeps, calls: BoundCalls): void {
  const deps = { ...given, longReplies: createLongReplies(given) };
  for (const variants of byAddress(calls).values()) {
    const [first] = variants;
    if (!first) continue;
    app.route({
      method: first.call.method,
      url: apiBase + first.call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: {
        refusal: (request) => chosenVariant(variants, request)?.call.refusal,
        ...(first.call.streamed && { rateLimit: longReplyRate }),
        ...(first.call.perHour && {
          rateLimit: { max: first.call.perHour, timeWindow: '1 hour' },
        }),
      },
      ...(first.call.bodyBytes && { bodyLimit: first.call.bodyBytes }),
      // It would read everything and send nothing.
      ...(first.call.streamed && { exposeHeadRoute: false }),
      handler: handlerFor(deps, variants),
    });
  }
}

function byAddress(calls: BoundCalls): Map<string, BoundCall[]> {
  const groups = new Map<string, BoundCall[]>();
  for (const served of calls.values()) {
    const key = `${served.call.method} ${served.call.path}`;
    groups.set(key, [...(groups.get(key) ?? []), served]);
  }
  return groups;
}

function handlerFor(deps: ServingDeps, variants: BoundCall[]): RouteHandlerMethod {
  return (request, reply) => {
    const variant = chosenVariant(variants, request);
    if (!variant) throw variantMissing(variants);
    if (variant.call.inLanguage) chooseLanguage(request, deps.languages);
    const isGuest = request.headers.authorization === undefined;
    return isGuest && variant.tagsOf
      ? respondFromCache(deps, variant, request, reply)
      : respond(deps, variant, request, reply);
  };
}

/** Puts the language that the client accepts into a query that names none, so that the reply is cached by it. */
function chooseLanguage(request: FastifyRequest, languages: readonly LoadedLanguage[]): void {
  const accepted = acceptedLanguage(languages, request.headers['accept-language']);
  request.query = { language: accepted ?? languages[0]?.tag, ...(request.query as object) };
}

type ServingDeps = ServeCallsDeps & { longReplies: LongReplies };

async function respond(
  deps: ServingDeps,
  bound: BoundCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call, parse, perform, shared, sharedItem } = bound;
  const sender = await identify(call, deps, request);
  const { caller } = sender;
  if (caller?.keyId !== undefined) await deps.limitKey?.(request, reply, caller.keyId);
  if (call.streamed) {
    return deps.longReplies.send(
      caller?.id ?? '',
      reply.type(call.isCsv ? csv : json),
      async () => {
        const { pieces } = await perform(parse(request), { request, reply }, sender);
        if (!pieces) throw new Error(`${call.name} has no pieces`);
        return pieces;
      },
    );
  }
  // Admins see more of every item, and are few.
  if (caller && caller.role !== 'admin' && deps.personalResponses.isCurrent()) {
    const exchange = { request, reply };
    if (shared) return respondWithSharedList(deps, { ...bound, shared }, caller, exchange);
    if (sharedItem) return respondWithSharedItem(deps, { ...bound, sharedItem }, caller, exchange);
  }
  const performed = await perform(parse(request), { request, reply }, sender);
  if (call.changesCatalogue) await deps.refreshCache();
  return send(call, reply.headers(performed.headers), performed.body);
}

async function respondFromCache(
  deps: ServeCallsDeps,
  { call, parse, addressOf, perform, tagsOf }: BoundCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const parsed = parse(request);
  const made = await deps.responseCache.getOrMake(addressOf(parsed), async () => {
    const performed = await perform(parsed, { request, reply }, { caller: null });
    return {
      status: call.status,
      body: performed.body,
      headers: { 'content-type': json, vary: varyOf(call), ...performed.headers },
      tags: tagsOf?.(parsed) ?? [],
      route: request.routeOptions.url ?? '',
    };
  });
  return sendCachedResponse(made, request, reply);
}

/**
 * Sends a list whose common part is cached for all, with the fields of the caller. A list that is requested for the
 * first time is sent as it is read.
 */
async function respondWithSharedList(
  { personalResponses }: ServeCallsDeps,
  { call, parse, addressOf, perform, shared }: BoundCall & { shared: BoundSharedList },
  caller: Caller,
  exchange: Exchange,
): Promise<FastifyReply> {
  const parsed = parse(exchange.request);
  const address = addressOf(parsed);
  if (!personalResponses.isRequestedAgain(address)) {
    const { body, headers } = await perform(parsed, exchange, { caller });
    return send(call, exchange.reply.headers(headers), body);
  }
  const made = await personalResponses.getOrMake(caller.id, address, {
    async read() {
      const performed = await shared.perform(parsed, exchange, caller);
      const { body, places, headers, personal, tags = shared.tags } = performed;
      const list = {
        status: call.status,
        body,
        places,
        headers: { 'content-type': json, 'cache-control': 'private, no-cache', ...headers },
        tags,
        compression: 'once' as const,
        route: exchange.request.routeOptions.url ?? '',
      };
      return { shared: list, personal };
    },
    readFields: (ids) => shared.readFields(caller, ids),
    serializeItem: shared.serializeItem,
  });
  return sendCachedResponse(made, exchange.request, exchange.reply);
}

/** Sends a reply whose common part is cached for all, with the fields of the caller as they are now. */
async function respondWithSharedItem(
  { personalResponses }: ServeCallsDeps,
  { call, parse, addressOf, sharedItem }: BoundCall & { sharedItem: BoundSharedItem },
  caller: Caller,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const parsed = parse(request);
  const { tagOf, perform, readFields, serialize } = sharedItem;
  const [everybodys, fields] = await Promise.all([
    personalResponses.getOrMakeShared(addressOf(parsed), async () => ({
      status: call.status,
      body: await perform(parsed),
      headers: { 'content-type': json, 'cache-control': 'private, no-cache' },
      tags: [tagOf(parsed)],
      route: request.routeOptions.url ?? '',
    })),
    readFields(caller, parsed),
  ]);
  if (Object.keys(fields).length === 0) return sendCachedResponse(everybodys, request, reply);
  const item: object = JSON.parse(everybodys.body.toString('utf8'));
  const body = serialize({ ...item, ...fields });
  const own = makeCachedResponse({ ...everybodys, body, compression: 'once' });
  return sendCachedResponse(own, request, reply);
}

function chosenVariant(variants: BoundCall[], request: FastifyRequest): BoundCall | undefined {
  const isSent = ({ in: place, has }: Variant) => {
    const part: unknown = place === 'query' ? request.query : request.body;
    return typeof part === 'object' && part !== null && has in part;
  };
  return (
    variants.find(({ call }) => call.variant && isSent(call.variant)) ??
    variants.find(({ call }) => !call.variant)
  );
}

function variantMissing(variants: BoundCall[]): Problem {
  const keys = variants.map(({ call }) => call.variant?.has ?? '');
  const choice = keys.join(' or ');
  return new Problem('bad-input', msg`Give ${choice}`, {
    errors: keys.map((field) => ({ field, message: msg`${choice} is missing` })),
  });
}

const json = 'application/json; charset=utf-8';
const csv = 'text/csv; charset=utf-8; header=present';

/**
 * Identifies the sender of the request.
 * @throws Problem not-signed-in, not-allowed when they may not make this call
 */
async function identify(
  call: Call,
  { callers, identities }: ServeCallsDeps,
  request: FastifyRequest,
): Promise<Sender> {
  if (call.who === 'identity') {
    return { caller: null, identity: await identities.verify(requireToken(request)) };
  }
  if (call.who !== 'everybody') {
    const caller = await callers.identify(request, call);
    requireRole(call, caller, request.body);
    return { caller };
  }
  // A public read with an expired token is served as to a guest.
  const caller = await callers.identify(request, call).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-signed-in') return null;
    throw error;
  });
  return { caller };
}

async function send(call: Call, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const { headers } = reply.request;
  reply.code(call.status).type(call.isCsv ? csv : json);
  // Tokens must not be cached.
  const isCacheable = call.method === 'GET' && call.who !== 'identity';
  if (!isCacheable) return reply.header('cache-control', 'no-store').send(text);
  // Encoded once: for the tag, for its length and for sending.
  const body = Buffer.from(text, 'utf8');
  const tag = entityTag(body);
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('vary', varyOf(call));
  if (isUnchanged(headers['if-none-match'], tag)) return reply.code(304).send();
  const encoding = encodingFor(body.length, headers['accept-encoding']);
  if (!encoding) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await encode(body, encoding, 'once'));
}
