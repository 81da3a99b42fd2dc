/** Navigation state for a product page: opens its booking modal at once. */
export const openBooking = { book: true } as const;

export function isBookingRequested(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'book' in state && state.book === true;
}
