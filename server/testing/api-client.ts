import type { InjectOptions } from 'fastify';
import type { KnownUser } from '../features/users/find-user.ts';
import type { TestShop } from './test-shop.ts';

/** Sends requests to the API as a user and parses the JSON: `await call<User>(admin, '/users/…')`. */
export function apiClient(shop: () => TestShop) {
  return async function call<Body = unknown>(
    user: KnownUser,
    path: string,
    { method = 'GET', payload }: Pick<InjectOptions, 'method' | 'payload'> = {},
  ) {
    const headers = await shop().as(user);
    const reply = await shop().app.inject({
      method,
      headers,
      url: `/api${path}`,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: reply.statusCode, body: reply.json<Body>(), headers: reply.headers };
  };
}
