import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';
import { type UploadList, uploadedOf } from '../../pictures/upload-list.ts';
import type { Draft, DraftPlace, StoredDraft } from './draft.ts';
import type { Listing, ListingFields } from './listing-form.ts';

/** The typing pause after which the draft is saved. */
const pauseMs = 400;

/** Whether the draft is saved: nothing has changed, it is saved, or the browser cannot store it. */
export type DraftState = 'nothing' | 'saved' | 'refused';

export type ListingFormDeps = {
  form: UseFormReturn<ListingFields, unknown, Listing>;
  uploads: UploadList;
  /** The form's initial values, without a draft. */
  start: Draft;
  place: DraftPlace;
};

/**
 * Saves form values and uploads on this device, shortly after each change and when the page is hidden or left.
 * `attempt` is saved with them. After `end` nothing is saved any more.
 */
export function useDraft(
  { form, uploads, start, place }: ListingFormDeps,
  saved: StoredDraft | undefined,
) {
  const [state, setState] = useState<DraftState>(saved ? 'saved' : 'nothing');
  const attempt = useRef(saved?.attempt);
  const hasEnded = useRef(false);

  const save = useEffectEvent(() => {
    if (hasEnded.current) return;
    const { fields, pictures }: Draft = {
      fields: form.getValues(),
      pictures: uploadedOf(uploads.pictures()),
    };
    if (isSame({ fields, pictures }, start)) {
      place.drop();
      setState('nothing');
    } else {
      setState(place.write({ fields, pictures, attempt: attempt.current }) ? 'saved' : 'refused');
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, pauseMs);
    };
    const now = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      save();
    };
    const stops = [
      form.subscribe({ formState: { values: true }, callback: soon }),
      uploads.subscribe(soon),
    ];
    addEventListener('pagehide', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      for (const stop of stops) stop();
      removeEventListener('pagehide', now);
      document.removeEventListener('visibilitychange', now);
      now();
    };
  }, [form, uploads]);

  return {
    state,
    /**
     * The idempotency key for submitting `body`: the same key when the same body is submitted again. Saved before
     * the request.
     */
    keyFor(body: string): string {
      if (attempt.current?.body !== body) attempt.current = { key: newIdempotencyKey(), body };
      place.write({
        fields: form.getValues(),
        pictures: uploadedOf(uploads.pictures()),
        attempt: attempt.current,
      });
      return attempt.current.key;
    },
    end() {
      hasEnded.current = true;
      place.drop();
    },
  };
}

function isSame(a: Draft, b: Draft): boolean {
  const names = Object.keys(b.fields) as (keyof ListingFields)[];
  const addresses = ({ pictures }: Draft) => pictures.map(({ url }) => url).join(' ');
  return addresses(a) === addresses(b) && names.every((name) => a.fields[name] === b.fields[name]);
}
