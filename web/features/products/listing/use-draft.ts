import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { newIdempotencyKey } from '../../../api/idempotency-key.ts';
import type { ListedClip } from '../../clips/use-clips.ts';
import { type KeptClip, keptOf } from '../../clips/use-draft-clips.ts';
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
  clips: readonly ListedClip[];
  /** Those that the form began with. */
  keptClips: readonly KeptClip[];
  /** The form's initial values, without a draft. */
  start: Draft;
  place: DraftPlace;
};

/**
 * Saves form values and uploads on this device, shortly after each change and when the page is hidden or left.
 * `attempt` is saved with them. After `end` nothing is saved any more.
 */
export function useDraft(
  { form, uploads, clips, keptClips, start, place }: ListingFormDeps,
  saved: StoredDraft | undefined,
) {
  const [state, setState] = useState<DraftState>(saved ? 'saved' : 'nothing');
  const attempt = useRef(saved?.attempt);
  const hasEnded = useRef(false);
  const saveSoon = useRef(() => {});

  const latest = (): Draft => ({
    fields: form.getValues(),
    pictures: uploadedOf(uploads.pictures()),
    clips: keptOf(clips, keptClips),
  });
  const save = useEffectEvent(() => {
    if (hasEnded.current) return;
    const draft = latest();
    if (isSame(draft, start)) {
      place.drop();
      setState('nothing');
    } else {
      setState(place.write({ ...draft, attempt: attempt.current }) ? 'saved' : 'refused');
    }
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(save, pauseMs);
    };
    saveSoon.current = soon;
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

  const [firstClips] = useState(clips);
  useEffect(() => {
    if (clips !== firstClips) saveSoon.current();
  }, [clips, firstClips]);

  return {
    state,
    /**
     * The idempotency key for submitting `body`: the same key when the same body is submitted again. Saved before
     * the request.
     */
    keyFor(body: string): string {
      if (attempt.current?.body !== body) attempt.current = { key: newIdempotencyKey(), body };
      place.write({ ...latest(), attempt: attempt.current });
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
  const sounds = ({ clips }: Draft) =>
    JSON.stringify(clips.map(({ clip }) => [clip.url, clip.transcript]));
  return (
    addresses(a) === addresses(b) &&
    sounds(a) === sounds(b) &&
    names.every((name) => a.fields[name] === b.fields[name])
  );
}
