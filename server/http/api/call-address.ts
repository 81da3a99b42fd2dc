import type { Call } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { inputSchema } from './json-schema.ts';

interface ParsedAddress {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
}

/**
 * A function that writes the address of a call from its parsed input: the query in the contract's order and without
 * default values. All spellings of one request (`limit=24`, `limit=24.0`, an id in capitals) have one address, by which
 * the response is cached. Clients that send this spelling are served without Fastify (see `serve-from-cache.ts`).
 */
export function callAddress(call: Call): (parsed: ParsedAddress) => string {
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
