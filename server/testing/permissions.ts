import type { InjectOptions } from 'fastify';
import type { KnownUser } from '../features/users/find-user.ts';
import type { people } from './people.ts';

/**
 * Who sends a request. `own` is the user whom the object belongs to; buyer and (other) seller are strangers to it. The
 * identities bring the provider's token instead of ours: a known person's, somebody else's, one of a session that ended.
 */
export const senders = [
  ...(['guest', 'buyer', 'seller', 'own', 'admin'] as const),
  ...(['expired', 'forged', 'wrong audience', 'alg none', 'gone'] as const),
  ...(['identity', 'other identity', 'ended identity'] as const),
] as const;
export type Sender = (typeof senders)[number];
export type Statuses = Record<Sender, number>;

/** A request, made anew for each sender, and what it answers to whom. */
export interface Row {
  /** Which of several objects or forms this is about. */
  about?: string;
  request: (world: World) => InjectOptions | Promise<InjectOptions>;
  expected: Statuses;
}

export interface World {
  /** Made for each request: some of them remove whom they are about. A seller, who may buy as well. */
  own: KnownUser;
  /** An advertised product of the sender `seller`. */
  productId: string;
  /** Email of the known person whose identity is a sender. */
  known: string;
  /** Makes what else a request is about. */
  who: ReturnType<typeof people>;
}

export const everybody = (status: number) =>
  Object.fromEntries(senders.map((sender) => [sender, status])) as Statuses;
/** Calls that take an access token: whoever has none that is good is not signed in. */
export const users = (
  statuses: Pick<Statuses, 'buyer' | 'seller' | 'own' | 'admin'>,
): Statuses => ({ ...everybody(401), ...statuses });
export const anyUser = users({ buyer: 200, seller: 200, own: 200, admin: 200 });
export const ownAndAdmin = users({ buyer: 403, seller: 403, own: 200, admin: 200 });
export const onlyOwn = users({ buyer: 403, seller: 403, own: 200, admin: 403 });
export const onlyAdmin = users({ buyer: 403, seller: 403, own: 403, admin: 200 });
export const identities = (status: number) => ({
  ...everybody(401),
  ...{ identity: status, 'other identity': 403 },
});

export const get = (path: (world: World) => string) => (world: World) => ({
  url: `/api${path(world)}`,
});
