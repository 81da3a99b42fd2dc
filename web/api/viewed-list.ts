/** The local storage key of the ids of products that were viewed in this browser. */
export const viewedKey = 'reprise.viewed';

/** Forgets what was viewed, here and in other tabs. Where storage is blocked there is nothing to forget. */
export function clearViewed(): void {
  try {
    localStorage.removeItem(viewedKey);
    tellThisTab();
  } catch {
    // Nothing is remembered there.
  }
}

/** Browsers tell only the other tabs of a change. */
export function tellThisTab(): void {
  dispatchEvent(new StorageEvent('storage', { key: viewedKey }));
}
