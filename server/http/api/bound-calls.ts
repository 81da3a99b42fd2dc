import fastJson from 'fast-json-stringify';
import { z } from 'zod';
import { type Call, type CallName, calls as contractCalls } from '#contract/calls.ts';
import type { CacheTags, Exchange, Handlers, Sender } from './handlers.ts';
import { parseInput } from './input.ts';
import { nextPageLink, type Page } from './paging.ts';

/** A call of the contract with the function behind it. */
export interface BoundCall {
  call: Call;
  /**
   * What was sent, parsed by the contract's schemas.
   * @throws Problem bad-input
   */
  parse(sent: Sent): object;
  /** Does it. The body holds just the fields that the contract names; a list brings its header `Link`. */
  perform(parsed: object, exchange: Exchange, sender: Sender): Promise<Performed>;
  /** What the answer to a guest is made from; undefined for a call whose answers are not remembered. */
  tagsOf: ((parsed: object) => readonly string[]) | undefined;
}

export interface Sent {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export interface Performed {
  body: string;
  headers: Readonly<Record<string, string>>;
}

export type BoundCalls = ReadonlyMap<CallName, BoundCall>;

/** Puts the handlers together with the contract, and compiles the serialiser of each reply. */
export function bindCalls(handlers: Handlers, cacheTags: CacheTags): BoundCalls {
  const names = Object.keys(handlers) as CallName[];
  return new Map(names.map((name) => [name, performable(name, handlers, cacheTags)]));
}

function performable(name: CallName, handlers: Handlers, cacheTags: CacheTags): BoundCall {
  const call: Call = contractCalls[name];
  const serialize = replySerializer(call);
  // The tables are typed by name; for a name that is only known at run time the compiler cannot pair them up.
  const handle = handlers[name] as (handled: unknown) => Promise<unknown>;
  const tagOf = cacheTags[name] as ((request: unknown) => string) | undefined;
  return {
    call,
    parse: ({ params, query, body }) => ({
      ...(call.params ? { params: parseInput(call.params, params) } : {}),
      ...(call.query ? { query: parseInput(call.query, query) } : {}),
      ...(call.body ? { body: parseInput(call.body, body) } : {}),
    }),
    async perform(parsed, exchange, sender) {
      const outcome = await handle({ ...parsed, ...exchange, ...sender });
      if (!call.paged) return { body: serialize(outcome), headers: {} };
      const { items, nextCursor } = outcome as Page<unknown>;
      return { body: serialize(items), headers: nextPageLink(exchange.request.url, nextCursor) };
    },
    tagsOf: tagOf && ((parsed) => [tagOf(parsed)]),
  };
}

/** Writes a call's reply as JSON by a schema compiled from the contract. */
export function replySerializer(call: Call): (value: unknown) => string {
  const schema = z.toJSONSchema(call.reply, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
  });
  // Both speak JSON Schema draft 7; their types only differ in how far they spell it out.
  return fastJson(schema as Parameters<typeof fastJson>[0]);
}
