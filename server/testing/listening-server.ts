import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { type CatalogueWatch, watchCatalogue } from '../features/products/catalogue-changes.ts';
import { findUser, type KnownUser } from '../features/users/find-user.ts';
import { createCallers } from '../http/api/caller.ts';
import { createResponseCaches } from '../http/cache/response-caches.ts';
import { createTestShop, type TestShop } from './test-shop.ts';

export interface ListeningServer {
  catalogue: CatalogueWatch;
  caches: Pick<ReturnType<typeof createResponseCaches>, 'personalResponses' | 'responseCache'>;
  /** Sends a request over the network, where cached responses are sent before Fastify sees the request. */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** A GET whose body is not decompressed. */
  askRaw(path: string, headers: Record<string, string>): Promise<RawAnswer>;
  close(): Promise<void>;
}

interface RawAnswer {
  encoding: string | undefined;
  bytes: Buffer;
}

interface AskOptions {
  as?: KnownUser | undefined;
  headers?: Record<string, string>;
  method?: string;
  payload?: object;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** One more server of this shop, with caches of its own, or without any. It polls for changes when the test says so. */
export async function startListeningServer(
  { database, secret, identity, as }: TestShop,
  { isCached = true } = {},
): Promise<ListeningServer> {
  const { listener, ...caches } = createResponseCaches({
    isCurrent: () => isCached && catalogue.isCurrent(),
    awaySeconds: () => undefined,
  });
  const catalogue = watchCatalogue({ sql: database.sql, listener, log: { warn: vi.fn() } });
  const callers = createCallers({
    secret,
    clock: systemClock,
    findUser: (id) => findUser(database.sql, id),
    isSessionLive: identity.isSessionLive,
  });
  const server = await createTestShop({ database, catalogue, ...caches, callers });
  const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    catalogue,
    caches,
    async ask(path, { as: user, headers = {}, method = 'GET', payload } = {}) {
      const reply = await fetch(`${origin}/api${path}`, {
        method,
        headers: {
          // Otherwise fetch adds encodings of its own.
          'accept-encoding': 'identity',
          ...(user && (await as(user))),
          ...(payload && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload && { body: JSON.stringify(payload) }),
      });
      return { status: reply.status, headers: reply.headers, body: await reply.text() };
    },
    async askRaw(path, headers) {
      const [reply] = await once(request(`${origin}/api${path}`, { headers }).end(), 'response');
      return { encoding: reply.headers['content-encoding'], bytes: await buffer(reply) };
    },
    async close() {
      await server.close();
      await catalogue.stop();
    },
  };
}
