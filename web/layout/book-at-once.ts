/** Travels in a navigation's state to a product's page: its booking modal opens at once. */
export const bookAtOnce = { book: true } as const;

export function isToBookAtOnce(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'book' in state && state.book === true;
}
