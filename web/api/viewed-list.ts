import { safeLocalStorage, safeSessionStorage } from '../browser-storage.ts';

/** The local storage key of the ids of products that were viewed in this browser. */
export const viewedKey = 'reprise.viewed';

/** The local storage key of the user whose list that is, as a hash of their email; without it, it is a guest's. */
const ownerKey = 'reprise.viewed-owner';

/** Set in the session storage of a tab in which a guest began the list. */
const begunHereKey = 'reprise.viewed-begun-here';

/** Forgets what was viewed, here and in other tabs. */
export function clearViewed(): void {
  if (safeLocalStorage.removeItem(viewedKey)) tellThisTab();
}

/**
 * Makes the user of this email, null for a guest, the owner of what was viewed, and forgets what another user viewed.
 * Only a list that a guest began in this tab is kept when they sign in.
 */
export function giveViewedTo(email: string | null): void {
  const owner = email === null ? null : hash(email);
  const before = safeLocalStorage.getItem(ownerKey);
  const goesOn = before === null && safeSessionStorage.getItem(begunHereKey) !== null;
  if (before !== owner && !goesOn) clearViewed();
  if (owner !== null) {
    safeLocalStorage.setItem(ownerKey, owner);
    safeSessionStorage.removeItem(begunHereKey);
    return;
  }
  safeLocalStorage.removeItem(ownerKey);
  if (safeLocalStorage.getItem(viewedKey) === null) safeSessionStorage.setItem(begunHereKey, '1');
}

/** Browsers tell only the other tabs of a change. */
export function tellThisTab(): void {
  dispatchEvent(new StorageEvent('storage', { key: viewedKey }));
}

/** Tells users apart without naming them. */
function hash(email: string): string {
  let sum = 5381;
  for (const sign of email) sum = (Math.imul(sum, 33) ^ (sign.codePointAt(0) ?? 0)) >>> 0;
  return sum.toString(36);
}
