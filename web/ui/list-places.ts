/** The session storage key of the place in a list, of one entry of the history. */
export const placeKey = (entry: string, address: string) => `${prefix}${entry} ${address}`;

const prefix = 'place in list ';

/** Forgets where the user was in lists in this tab. */
export function clearListPlaces(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(prefix)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing is remembered there.
  }
}
