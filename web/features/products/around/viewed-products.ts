import { useMemo, useSyncExternalStore } from 'react';
import { limits } from '#contract/constants.ts';
import { tellThisTab, viewedKey } from '../../../api/viewed-list.ts';
import { safeLocalStorage } from '../../../browser-storage.ts';

/*
 * Which products' pages were opened in this browser, the last one first. The ids are in local storage and nowhere else, under
 * one key, until the user logs out or clears them. Where storage is blocked nothing is remembered.
 */

/** The remembered ids without this one; none on the server and during hydration. */
export function useViewedIds(except?: string): readonly string[] {
  const written = useSyncExternalStore(subscribe, readWritten, () => null);
  return useMemo(() => idsIn(written).filter((id) => id !== except), [written, except]);
}

export function rememberViewed(id: string): void {
  write([id, ...idsIn(readWritten()).filter((known) => known !== id)]);
}

/** Forgets products that are no longer on sale. */
export function forgetViewed(ids: readonly string[]): void {
  if (ids.length > 0) write(idsIn(readWritten()).filter((id) => !ids.includes(id)));
}

function write(ids: readonly string[]): void {
  const stored = { version: 1, ids: ids.slice(0, limits.productsById) };
  if (safeLocalStorage.setItem(viewedKey, JSON.stringify(stored))) tellThisTab();
}

const readWritten = () => safeLocalStorage.getItem(viewedKey);

/** Lists of other versions, and what others have written there, are ignored. */
function idsIn(written: string | null): string[] {
  const stored = parsed(written ?? 'null');
  if (typeof stored !== 'object' || stored === null) return [];
  const { version, ids } = stored as { version?: unknown; ids?: unknown };
  if (version !== 1 || !Array.isArray(ids)) return [];
  const valid = ids.filter((id): id is string => typeof id === 'string' && idPattern.test(id));
  return [...new Set(valid)].slice(0, limits.productsById);
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === viewedKey || event.key === null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
