import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The first part of the keys of cached reads. */
export const queryKeys = {
  bookings: ['bookings'],
  offers: ['offers'],
  products: ['products'],
  wishlist: ['wishlist'],
  savedSearches: ['saved-searches'],
  messages: ['messages'],
  reviews: ['reviews'],
  moderation: ['moderation'],
  address: ['users', 'address'],
  userLists: ['users', 'list'],
  verification: ['users', 'verification'],
  summary: ['users', 'summary'],
  audit: ['users', 'audit'],
  money: ['money'],
  operations: ['operations'],
} as const satisfies Record<string, QueryKey>;

/** After a booking, a payment or a step of a return: products, wishes, the remembered address and figures may have changed. */
export function afterSale(client: QueryClient): void {
  invalidate(client, 'bookings', 'products', 'wishlist', 'summary', 'money', 'address');
}

/** After an offer was made, which remembers its address, or answered: accepting books. */
export function afterOffer(client: QueryClient): void {
  invalidate(client, 'offers', 'bookings', 'products', 'summary', 'address');
}

/** After a review was written, changed, deleted or answered: the second one of a sale changes the seller's rating. */
export function afterReview(client: QueryClient): void {
  invalidate(client, 'reviews', 'products');
}

/** After a decision about what was reported: anything may have been hidden, or shown again. */
export function afterDecision(client: QueryClient): void {
  invalidate(client, 'moderation', 'products', 'reviews', 'messages', 'audit', 'userLists');
}

/** After a step of a payout. */
export function afterPayout(client: QueryClient): void {
  invalidate(client, 'money');
}

/** After a product was listed, changed, advertised or withdrawn. */
export function afterListingChange(client: QueryClient): void {
  invalidate(client, 'products', 'summary');
}

/** After a change of the wishlist, which the hearts of products show. */
export function afterWishlistChange(client: QueryClient): void {
  invalidate(client, 'wishlist', 'products');
}

/** After a user was changed, verified or removed, which their products show. */
export function afterUserChange(client: QueryClient): void {
  invalidate(client, 'userLists', 'summary', 'audit', 'products');
}

/** After a seller has sent the admins something, or deleted it. */
export function afterVerificationChange(client: QueryClient): void {
  invalidate(client, 'verification', 'userLists');
}

/** What is on the page is read again behind what is shown; the rest when it is needed. */
function invalidate(client: QueryClient, ...names: (keyof typeof queryKeys)[]): void {
  for (const name of names) void client.invalidateQueries({ queryKey: queryKeys[name] });
}
