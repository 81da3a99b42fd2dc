/**
 * The storage of the browser, which may refuse: with site data blocked, merely naming it throws, also in `typeof`, and a full
 * disk refuses what is written. Then nothing is stored, and what would be lasts as long as the page.
 */
export interface SafeStorage {
  getItem(key: string): string | null;
  /** @returns false when the browser refuses, as `removeItem` does */
  setItem(key: string, text: string): boolean;
  removeItem(key: string): boolean;
  keys(): string[];
}

export const safeLocalStorage = safeStorage(() => localStorage);
export const safeSessionStorage = safeStorage(() => sessionStorage);

export function safeStorage(open: () => Storage): SafeStorage {
  return {
    getItem: (key) => attempt(() => open().getItem(key), null),
    setItem: (key, text) =>
      attempt(() => {
        open().setItem(key, text);
        return true;
      }, false),
    removeItem: (key) =>
      attempt(() => {
        open().removeItem(key);
        return true;
      }, false),
    keys: () => attempt(() => Object.keys(open()), []),
  };
}

/** Whether the browser blocks cookies or storage, without which no one stays logged in. */
export function isSiteDataBlocked(): boolean {
  return !navigator.cookieEnabled || attempt(() => localStorage === null, true);
}

function attempt<Result>(access: () => Result, otherwise: Result): Result {
  try {
    return access();
  } catch {
    return otherwise;
  }
}
