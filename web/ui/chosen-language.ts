import { safeLocalStorage } from '../browser-storage.ts';

const key = 'reprise:language';

/**
 * The language that a user chose in this browser, until it is stored with their account. An offer that was declined
 * counts.
 */
export const chosenLanguage = {
  read: () => safeLocalStorage.getItem(key),
  write: (tag: string) => safeLocalStorage.setItem(key, tag),
};
