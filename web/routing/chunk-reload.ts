import { createPath, type Path } from 'react-router';
import { safeSessionStorage } from '../browser-storage.ts';

const reloadedKey = 'reprise:reloaded';

/**
 * After a release the previous scripts are gone from the server, and the document that names the new ones must be
 * loaded. Reloads when a page's script fails to load: once per address, until the page has been shown.
 * @param pageToShow the address of the page being loaded; null when a page that is already shown loads a part of
 * itself, which reports the failure on its own
 */
export function reloadOnMissingChunk(pageToShow: () => Path | null): void {
  addEventListener('vite:preloadError', () => {
    const page = pageToShow();
    if (page) void reloadOnce(createPath(page));
  });
}

/**
 * Reloads the document if the server responds. If it does not, the browser's error page would help no one.
 * @returns whether the document is being reloaded
 */
export async function reloadIfReachable(address: string = currentAddress()): Promise<boolean> {
  if (!(await isReachable(address))) return false;
  if (address === currentAddress()) location.reload();
  else location.assign(address);
  return true;
}

/** The page is shown: another failure of its script may reload the document again. */
export function forgetReload(): void {
  safeSessionStorage.removeItem(reloadedKey);
}

async function reloadOnce(address: string): Promise<void> {
  if (safeSessionStorage.getItem(reloadedKey) === address) return;
  // Without storage the document could reload forever.
  if (safeSessionStorage.setItem(reloadedKey, address)) await reloadIfReachable(address);
}

async function isReachable(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { method: 'HEAD', cache: 'no-store' })).status < 500;
  } catch {
    return false;
  }
}

function currentAddress(): string {
  return createPath(location);
}
