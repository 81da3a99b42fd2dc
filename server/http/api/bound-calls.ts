import fastJson from 'fast-json-stringify';
import { z } from 'zod';
import { type Call, type CallName, calls as contractCalls } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { type ItemPlace, insertItems, type PersonalFieldsById } from '../cache/list-body.ts';
import type { Caller } from './caller.ts';
import type {
  CacheTags,
  Exchange,
  Handlers,
  Sender,
  SharedItems,
  SharedList,
  SharedLists,
} from './handlers.ts';
import { idempotencyOf } from './idempotency-key.ts';
import { versionIn } from './if-match.ts';
import { inputSchema } from './json-schema.ts';
import { itemsForCaller, nextPageLink, type Page, type ViewedPage } from './paging.ts';
import { parseInput } from './parse-input.ts';

/** A call of the contract with its handler. */
export interface BoundCall {
  call: Call;
  /**
   * Parses what was sent by the contract's schemas. A call without a query refuses one.
   * @throws Problem bad-input
   */
  parse(sent: Sent): object;
  /** The address of the parsed input, the same for all its spellings. */
  addressOf(parsed: object): string;
  /** Runs the handler. The body has only the fields that the contract names; a list has the header `Link`. */
  perform(parsed: object, exchange: Exchange, sender: Sender): Promise<Performed>;
  /** The cache tags of the response to a guest; undefined for calls whose responses are not cached. */
  tagsOf: ((parsed: object) => readonly string[]) | undefined;
  /** The parts of a list that users see alike but for some fields. */
  shared: BoundSharedList | undefined;
  /** The same for a reply that is not a list. */
  sharedItem: BoundSharedItem | undefined;
}

export interface BoundSharedItem {
  tagOf: (parsed: object) => string;
  /** Reads what everyone sees. */
  perform: (parsed: object) => Promise<string>;
  readFields: (caller: Caller, parsed: object) => Promise<object>;
  serialize: (item: object) => string;
}

export interface BoundSharedList extends SharedList {
  /** Runs the handler. The body is what everyone sees; the fields that the caller sees differently are beside it. */
  perform(parsed: object, exchange: Exchange, caller: Caller): Promise<PerformedList>;
  serializeItem: (item: object) => string;
}

interface PerformedList extends Performed {
  places: readonly ItemPlace[];
  personal: PersonalFieldsById;
  tags: readonly string[] | undefined;
}

export interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export interface Performed {
  body: string;
  /** The rows of a long reply, in place of the body. */
  pieces?: AsyncIterable<string>;
  headers: Readonly<Record<string, string>>;
}

export type BoundCalls = ReadonlyMap<CallName, BoundCall>;

const noQuery = z.strictObject({});

/** Binds the handlers to the calls of the contract and compiles the serialiser of each reply. */
export function bindCalls(
  handlers: Handlers,
  cacheTags: CacheTags,
  { lists = {}, items = {} }: { lists?: SharedLists; items?: SharedItems } = {},
): BoundCalls {
  const names = Object.keys(handlers) as CallName[];
  return new Map(
    names.map((name) => {
      const shared = { list: lists[name], item: items[name] };
      return [name, bindCall(name, handlers, cacheTags, shared)];
    }),
  );
}

function bindCall(
  name: CallName,
  handlers: Handlers,
  cacheTags: CacheTags,
  { list: sharedList, item }: { list: SharedList | undefined; item: unknown },
): BoundCall {
  const call: Call = contractCalls[name];
  const serialize = replySerializer(call);
  const addressOf = callAddress(call);
  // The tables are typed by name, and this name is only known at run time.
  const handle = handlers[name] as (handled: unknown) => Promise<unknown>;
  const tagOf = cacheTags[name] as ((request: unknown) => string) | undefined;
  const sharedItem = item as UntypedSharedItem | undefined;
  return {
    call,
    parse: ({ params, query, body }) => ({
      ...(call.params ? { params: parseInput(call.params, params) } : {}),
      query: parseInput(call.query ?? noQuery, query ?? {}),
      ...(call.body ? { body: parseInput(call.body, body) } : {}),
    }),
    addressOf,
    async perform(parsed, exchange, sender) {
      const idempotency = call.repeatable
        ? idempotencyOf(call, parsed, exchange.request)
        : undefined;
      const ifVersion = call.versioned ? versionIn(exchange.request) : undefined;
      const outcome = await handle({ ...parsed, ...exchange, ...sender, idempotency, ifVersion });
      if (call.streamed) return { body: '', headers: {}, pieces: outcome as AsyncIterable<string> };
      if (!call.paged && !call.hasNextPage) return { body: serialize(outcome), headers: {} };
      const page = outcome as Page<Item> | ViewedPage<Item>;
      const items = 'personal' in page ? itemsForCaller(page) : page.items;
      return {
        body: serialize(call.paged ? items : { ...page, items }),
        headers: nextPageLink(addressOf(parsed), page.nextCursor),
      };
    },
    tagsOf: tagOf && ((parsed) => [tagOf(parsed)]),
    shared: sharedList && {
      ...sharedList,
      ...bindSharedList(call, handle, { serialize, addressOf }),
    },
    sharedItem: sharedItem && {
      ...sharedItem,
      perform: async (parsed) => serialize(await sharedItem.read(parsed)),
      serialize,
    },
  };
}

interface UntypedSharedItem extends Pick<BoundSharedItem, 'tagOf' | 'readFields'> {
  read: (request: object) => Promise<object>;
}

interface Item {
  _id: string;
}

function bindSharedList(
  call: Call,
  handle: (handled: unknown) => Promise<unknown>,
  {
    serialize,
    addressOf,
  }: Pick<BoundCall, 'addressOf'> & { serialize: (value: unknown) => string },
): Pick<BoundSharedList, 'perform' | 'serializeItem'> {
  const serializeItem = itemSerializer(call);
  return {
    serializeItem,
    async perform(parsed, exchange, caller) {
      const page = (await handle({ ...parsed, ...exchange, caller })) as ViewedPage<Item>;
      const { items, nextCursor, personal, tags } = page;
      const serialized = items.map((item) => ({ id: item._id, json: serializeItem(item) }));
      const around = serialize(call.paged ? [] : { ...page, items: [] });
      const headers = nextPageLink(addressOf(parsed), nextCursor);
      return { ...insertItems(around, serialized), headers, personal, tags };
    },
  };
}

/** A function that writes a call's reply as JSON, compiled from the contract's schema. A text of values is sent as it is. */
export function replySerializer(call: Call): (value: unknown) => string {
  return call.isCsv ? String : serializerOf(call.reply);
}

/** The same for one item of a list, or of the field `items`. */
function itemSerializer({ name, reply }: Call): (item: object) => string {
  const list = reply instanceof z.ZodObject ? reply.shape.items : reply;
  if (!(list instanceof z.ZodArray)) throw new Error(`The reply of ${name} has no list`);
  return serializerOf(list.element as z.ZodType);
}

/** Several calls have the same schema, and tests create many apps: each one is compiled once. */
const serializers = new WeakMap<z.ZodType, (value: unknown) => string>();

function serializerOf(reply: z.ZodType): (value: unknown) => string {
  const known = serializers.get(reply);
  if (known) return known;
  const schema = z.toJSONSchema(reply, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
  });
  // Both are JSON Schema draft 7, with different types for it.
  const compiled = fastJson(withNullable(schema) as Parameters<typeof fastJson>[0]);
  serializers.set(reply, compiled);
  return compiled;
}

/**
 * The schema with `nullable` in place of each union with null: of a union, the compiled function would validate every value
 * to find out which one it is.
 */
function withNullable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNullable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withNullable(value)]),
  );
  const { anyOf, ...rest } = copy as { anyOf?: { type?: unknown }[] };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  const isNullable = anyOf?.length === 2 && others?.length === 1;
  return isNullable ? { ...rest, ...others[0], nullable: true } : copy;
}

interface ParsedAddress {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
}

/**
 * A function that writes the address of a call from its parsed input: the query in the contract's order and without
 * default values. All spellings of one request (`limit=24`, `limit=24.0`, an id in capitals) have one address, by which
 * the response is cached. Clients that send this spelling are served without Fastify (see `serve-from-cache.ts`).
 */
function callAddress(call: Call): (parsed: ParsedAddress) => string {
  const names = Object.keys(call.query?.shape ?? {});
  const properties = call.query ? inputSchema(call.query).properties : {};
  return ({ params = {}, query = {} }) => {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
      encodeURIComponent(String(params[name])),
    );
    const search = new URLSearchParams();
    for (const name of names) {
      const value = query[name];
      if (value !== undefined && value !== properties[name]?.default) {
        search.set(name, String(value));
      }
    }
    return apiBase + path + (search.size > 0 ? `?${search}` : '');
  };
}
