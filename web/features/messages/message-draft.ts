import { useContext, useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { safeLocalStorage } from '../../browser-storage.ts';
import { DraftOwnerContext } from '../../ui/dialog-draft.ts';
import type { KeptClip } from '../clips/use-draft-clips.ts';
import { isUploaded, type UploadedPicture } from '../pictures/upload-list.ts';

/** What is stored of a message that has not arrived. */
interface Stored {
  text: string;
  pictures: UploadedPicture[];
  clips: KeptClip[];
  /** The last attempt to send it, which may have arrived although its response was lost. */
  attempt?: { body: string; idempotencyKey: string };
}

/** What the form shows. The text that is on its way is not in the field, and comes back when it could not be sent. */
interface Shown {
  typed: string;
  onItsWay: string | null;
}

export type MessageDraft = ReturnType<typeof messageDraft>;

/** The drafts of this tab: a form that is opened again while its message is on its way finds it so. */
const drafts = new Map<string, MessageDraft>();

/**
 * The text, the pictures and the clips of a message that has not arrived, on this device. Unlike the draft of a dialog it stays when the
 * page is left, and it follows the same draft in other tabs.
 * @param subject the thread, or the product that it will be about
 */
export function useMessageDraft(subject: string): MessageDraft & Shown {
  const owner = useContext(DraftOwnerContext)();
  const key = `reprise.draft.${owner?.toLowerCase()}.message.${subject}`;
  const draft = drafts.get(key) ?? messageDraft(key);
  drafts.set(key, draft);
  return { ...draft, ...useSyncExternalStore(draft.subscribe, draft.shown) };
}

export function messageDraft(key: string) {
  const listeners = new Set<() => void>();
  let stored = parse(safeLocalStorage.getItem(key));
  let shown: Shown = { typed: stored.text, onItsWay: null };

  function change(next: Partial<Stored>, view: Partial<Shown> = {}): void {
    stored = { ...stored, ...next };
    shown = { ...shown, ...view };
    const { text, pictures, clips } = stored;
    const isEmpty = text === '' && pictures.length === 0 && clips.length === 0;
    if (isEmpty) safeLocalStorage.removeItem(key);
    else safeLocalStorage.setItem(key, JSON.stringify(stored));
    for (const listener of listeners) listener();
  }

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }

  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    stored = parse(event.newValue);
    if (shown.onItsWay === null) shown = { typed: stored.text, onItsWay: null };
    for (const listener of listeners) listener();
  });

  return {
    shown: () => shown,
    subscribe,
    write(typed: string): void {
      change({ text: joined(shown.onItsWay ?? '', typed) }, { typed });
    },
    /** Takes the text out of the field, which can be written in again while the message is on its way. */
    begin(text: string): void {
      change({ text }, { typed: '', onItsWay: text });
    },
    /** Ends what `begin` began. A text that could not be sent is in the field again, before what was typed since. */
    end(isSent: boolean): void {
      const typed = joined(isSent ? '' : (shown.onItsWay ?? ''), shown.typed);
      change({ text: typed }, { typed, onItsWay: null });
    },
    /** The idempotency key for sending `body`: the same key when the same is sent again. */
    keyFor(body: object): string {
      const sent = JSON.stringify(body);
      if (stored.attempt?.body !== sent) {
        change({ attempt: { body: sent, idempotencyKey: newIdempotencyKey() } });
      }
      return stored.attempt?.idempotencyKey ?? newIdempotencyKey();
    },
    pictures: {
      read: () => stored.pictures,
      write: (pictures: UploadedPicture[]) => change({ pictures }),
      subscribe,
    },
    clips: {
      read: () => stored.clips,
      write: (clips: KeptClip[]) => change({ clips }),
      subscribe,
    },
  };
}

function joined(first: string, second: string): string {
  return [first, second].filter((text) => text !== '').join('\n');
}

function parse(item: string | null): Stored {
  const empty: Stored = { text: '', pictures: [], clips: [] };
  if (item === null) return empty;
  try {
    const parsed: unknown = JSON.parse(item);
    if (typeof parsed !== 'object' || parsed === null) return { ...empty, text: item };
    const { text, pictures, clips, attempt } = parsed as Partial<Stored>;
    return {
      text: typeof text === 'string' ? text : '',
      pictures: Array.isArray(pictures) ? pictures.filter(isUploaded) : [],
      clips: Array.isArray(clips) ? clips : [],
      ...(attempt && { attempt }),
    };
  } catch {
    // Version 0.1.0 stored the text alone.
    return { ...empty, text: item };
  }
}
