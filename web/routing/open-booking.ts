/** Travels in a navigation's state to a product's page: its booking modal opens at once. */
export const openBooking = { book: true } as const;

export function isBookingRequested(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'book' in state && state.book === true;
}
