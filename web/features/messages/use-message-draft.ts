import { useContext, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { DraftOwnerContext } from '../../ui/dialog-draft.ts';

/**
 * What a user has typed and not sent in a conversation, on this device. It stays when the page is left, unlike the draft of a
 * dialog, which somebody closes on purpose.
 * @param subject the thread, or the product that it will be about
 */
export function useMessageDraft(subject: string) {
  const owner = useContext(DraftOwnerContext)();
  const key = `reprise.draft.${owner?.toLowerCase()}.message.${subject}`;
  const [text, setText] = useState(() => safeLocalStorage.getItem(key) ?? '');
  const attempt = useRef<{ body: string; idempotencyKey: string } | null>(null);
  return {
    text,
    write(typed: string): void {
      setText(typed);
      if (typed === '') safeLocalStorage.removeItem(key);
      else safeLocalStorage.setItem(key, typed);
    },
    /** The same key when the same is sent again, because it may have arrived. */
    keyFor(body: object): string {
      const sent = JSON.stringify(body);
      if (attempt.current?.body !== sent) {
        attempt.current = { body: sent, idempotencyKey: newIdempotencyKey() };
      }
      return attempt.current.idempotencyKey;
    },
    clear(): void {
      attempt.current = null;
      setText('');
      safeLocalStorage.removeItem(key);
    },
  };
}
