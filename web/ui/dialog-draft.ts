import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { safeLocalStorage } from '../browser-storage.ts';

/** Gives the email of the signed-in user, whose drafts are read and written; null for a guest. */
export const DraftOwnerContext = createContext<() => string | null>(() => null);

/**
 * What a user has typed into a dialog and has not sent, on this device. It is removed when the dialog closes, unless that
 * is because the session or the page has ended.
 */
export function useDialogDraft(subject: string) {
  const ownerNow = useContext(DraftOwnerContext);
  const [owner] = useState(ownerNow);
  const key = `reprise.draft.${owner?.toLowerCase()}.${subject}`;
  const close = useEffectEvent(() => {
    if (ownerNow() === owner) safeLocalStorage.removeItem(key);
  });
  useEffect(() => () => close(), []);
  return {
    read(): unknown {
      try {
        return JSON.parse(safeLocalStorage.getItem(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(typed: unknown): void {
      safeLocalStorage.setItem(key, JSON.stringify(typed));
    },
  };
}
