import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { useDialogDraft } from '../../ui/dialog-draft.ts';
import { type ListedClip, useClips } from './use-clips.ts';

/** A clip that has arrived and is not sent. `uploadedAt` is null when a listing uses it already, so that it is not removed. */
export interface KeptClip {
  clip: Clip;
  uploadedAt: number | null;
}

/** Unused uploads are removed after a day; one hour less, because sending takes time too. */
const keptForMs = 23 * 3_600_000;

interface ClipsDraft {
  /** What was written, by any version of the shop. */
  read: () => unknown;
  write: (clips: KeptClip[]) => void;
  /** Of a draft that other tabs change too. */
  subscribe?: (listener: () => void) => () => void;
}

/** The clips of a dialog, as `useClips`. Those that have arrived are there again after a reload; the draft ends with the dialog. */
export function useDialogClips(subject: string, most: number) {
  return useDraftClips(useDialogDraft(`${subject}.clips`), most);
}

/** The clips of a form, as `useClips`. Those that have arrived are in its draft, and there again after a reload. */
export function useDraftClips(draft: ClipsDraft, most: number) {
  const [kept] = useState(() => keptClips(draft.read(), Date.now()));
  const written = useRef<unknown>(null);
  const state = useClips(
    most,
    kept.map(({ clip }) => clip),
  );
  const save = useEffectEvent((clips: typeof state.clips) => {
    const next = keptOf(clips, kept);
    written.current = next;
    draft.write(next);
  });
  useEffect(() => save(state.clips), [state.clips]);
  const follow = useEffectEvent(() => {
    const stored = draft.read();
    if (stored === written.current) return;
    written.current = stored;
    state.follow(keptClips(stored, Date.now()).map(({ clip }) => clip));
  });
  const { subscribe } = draft;
  useEffect(() => subscribe?.(() => follow()), [subscribe]);
  return state;
}

/** The clips that have arrived, for a draft. `earlier` says since when those are there that were in it before. */
export function keptOf(clips: readonly ListedClip[], earlier: readonly KeptClip[]): KeptClip[] {
  return clips.flatMap(({ step, transcript }) => {
    if (step.at !== 'done') return [];
    const { url } = step.clip;
    const { uploadedAt } = earlier.find(({ clip }) => clip.url === url) ?? {
      uploadedAt: Date.now(),
    };
    return [{ clip: { ...step.clip, transcript }, uploadedAt }];
  });
}

/** Those of a draft that are still there. */
export function keptClips(draft: unknown, nowMs: number): KeptClip[] {
  if (!Array.isArray(draft)) return [];
  return (draft as Partial<KeptClip>[]).filter(
    (kept): kept is KeptClip =>
      typeof kept?.clip?.url === 'string' &&
      (kept.uploadedAt === null || Number(kept.uploadedAt) > nowMs - keptForMs),
  );
}
