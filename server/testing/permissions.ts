import type { InjectOptions } from 'fastify';
import type { SaleCodes } from '../features/bookings/sale-codes.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import type { createPeople } from './people.ts';

/** The sender of a request. */
export const senders = [
  'guest',
  // Users with a valid access token. `own` owns the object of the request; the others do not.
  'buyer',
  'seller',
  'own',
  'admin',
  // Access tokens that must be refused. `gone` is the token of a removed user, `ended session` that of an admin who has
  // signed out, or whose password was reset, since it was issued.
  'expired',
  'forged',
  'wrong audience',
  'alg none',
  'gone',
  'ended session',
  // Tokens of the identity provider: of the user in the request, of another user, and of a session that has ended.
  'identity',
  'other identity',
  'ended identity',
] as const;
export type Sender = (typeof senders)[number];
export type Statuses = Record<Sender, number>;

/** A row of the permission matrix: a request, built for each sender, and the status that each sender gets. */
export interface PermissionRow {
  /** Which variant of the call this is, if it has several rows. */
  about?: string;
  request: (world: World) => InjectOptions | Promise<InjectOptions>;
  expected: Statuses;
}

export interface World {
  /** A new seller for each request, because some requests remove the user. Sellers may buy as well. */
  own: KnownUser;
  /** An advertised product of the sender `seller`. */
  productId: string;
  /** The email of the sender `identity`, who is a user. */
  known: string;
  saleCodes: SaleCodes;
  /** Creates further objects that a request needs. */
  people: ReturnType<typeof createPeople>;
}

export const everybody = (status: number) =>
  Object.fromEntries(senders.map((sender) => [sender, status])) as Statuses;
/** The expected statuses of calls that require an access token: all senders without a valid one get 401. */
export const users = (
  statuses: Pick<Statuses, 'buyer' | 'seller' | 'own' | 'admin'>,
): Statuses => ({ ...everybody(401), ...statuses });
export const anyUser = users({ buyer: 200, seller: 200, own: 200, admin: 200 });
export const ownAndAdmin = users({ buyer: 403, seller: 403, own: 200, admin: 200 });
export const onlyOwn = users({ buyer: 403, seller: 403, own: 200, admin: 403 });
export const onlyAdmin = users({ buyer: 403, seller: 403, own: 403, admin: 200 });
/** The expected statuses of calls that require a token of the identity provider. */
export const identities = (status: number) => ({
  ...everybody(401),
  identity: status,
  'other identity': 403,
});

/** A GET request to a path of the API. */
export const get = (path: (world: World) => string) => (world: World) => ({
  url: `/api${path(world)}`,
});
