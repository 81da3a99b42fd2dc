import { createPath, type Path } from 'react-router';

const reloadedKey = 'reprise:reloaded';

/**
 * After a release the scripts of the previous one are gone from the server, and the document that names the new ones has
 * to be loaded. Does so when the script of a page is missing: once for each address, until the page has been shown.
 * @param pageToShow the address of the page that is being fetched; null while a page that is shown fetches a part of
 *   itself, which tells its user by itself that it did not load
 */
export function reloadOnMissingChunk(pageToShow: () => Path | null): void {
  addEventListener('vite:preloadError', () => {
    const page = pageToShow();
    if (page) void reloadOnce(createPath(page));
  });
}

/**
 * Loads the document again if the server answers. If it does not, the browser's own error page would be of no use.
 * @returns whether the document is being loaded
 */
export async function reloadIfReachable(address: string = currentAddress()): Promise<boolean> {
  if (!(await isReachable(address))) return false;
  if (address === currentAddress()) location.reload();
  else location.assign(address);
  return true;
}

/** The page is shown: when its script is missing another time, the document may be loaded again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(reloadedKey);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

async function reloadOnce(address: string): Promise<void> {
  try {
    if (sessionStorage.getItem(reloadedKey) === address) return;
    sessionStorage.setItem(reloadedKey, address);
  } catch {
    // Without storage one reload could follow the other for ever.
    return;
  }
  await reloadIfReachable(address);
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
