import { useEffect, useEffectEvent, useState } from 'react';
import type { Clip } from '#contract/clips/clips.ts';
import { useDialogDraft } from '../../ui/dialog-draft.ts';
import { useClips } from './use-clips.ts';

/** A clip that has arrived and is not sent. */
interface KeptClip {
  clip: Clip;
  uploadedAt: number;
}

/** Unused uploads are removed after a day; one hour less, because sending takes time too. */
const keptForMs = 23 * 3_600_000;

/** The clips of a dialog, as `useClips`. Those that have arrived are there again after a reload; the draft ends with the dialog. */
export function useDialogClips(subject: string, most: number) {
  const draft = useDialogDraft(`${subject}.clips`);
  const [kept] = useState(() => keptClips(draft.read(), Date.now()));
  const state = useClips(
    most,
    kept.map(({ clip }) => clip),
  );
  const save = useEffectEvent((clips: typeof state.clips) => {
    draft.write(
      clips.flatMap(({ step, transcript }): KeptClip[] => {
        if (step.at !== 'done') return [];
        const { url } = step.clip;
        const uploadedAt = kept.find(({ clip }) => clip.url === url)?.uploadedAt ?? Date.now();
        return [{ clip: { ...step.clip, transcript }, uploadedAt }];
      }),
    );
  });
  useEffect(() => save(state.clips), [state.clips]);
  return state;
}

function keptClips(draft: unknown, nowMs: number): KeptClip[] {
  if (!Array.isArray(draft)) return [];
  return (draft as Partial<KeptClip>[]).filter(
    (kept): kept is KeptClip =>
      typeof kept?.clip?.url === 'string' && Number(kept.uploadedAt) > nowMs - keptForMs,
  );
}
