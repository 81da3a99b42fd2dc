import { useEffect, useRef, useState } from 'react';
import type { Clip, SentClip } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import { msg, t } from '#contract/text.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { uploadClip } from './upload-clip.ts';

/** The error of a form that is sent although the upload of a clip has failed. */
export const missingClip = msg`A clip did not upload. Try again, or remove it.`;

export type ClipStep =
  | { at: 'uploading'; share: number }
  | { at: 'done'; clip: Clip }
  | { at: 'failed'; message: string };

export interface ListedClip {
  id: number;
  name: string;
  transcript: string;
  step: ClipStep;
}

interface Running {
  stop: AbortController;
  ended: Promise<void>;
}

/** The clips of a form, which are uploaded while the rest of it is filled in. */
export function useClips(most: number, start: readonly Clip[] = []) {
  const [clips, setClips] = useState<readonly ListedClip[]>(() =>
    start.map((clip, id) => ({ ...listed(clip), id })),
  );
  const [isAwaited, setIsAwaited] = useState(false);
  const latest = useRef(clips);
  const running = useRef(new Map<number, Running>());
  const nextId = useRef(start.length);

  function change(next: readonly ListedClip[]): void {
    latest.current = next;
    setClips(next);
  }
  const patch = (id: number, part: Partial<ListedClip>) =>
    change(latest.current.map((clip) => (clip.id === id ? { ...clip, ...part } : clip)));

  function begin(id: number, file: File): void {
    const stop = new AbortController();
    const onProgress = (share: number) => patch(id, { step: { at: 'uploading', share } });
    const upload =
      file.size > limits.clipBytes
        ? Promise.reject(new CallFailure({ status: 413, detail: tooLarge() }))
        : uploadClip(file, { onProgress, signal: stop.signal });
    const ended = upload.then(
      (clip) => patch(id, { step: { at: 'done', clip } }),
      (failure: unknown) => {
        if (stop.signal.aborted) return;
        if (!(failure instanceof CallFailure || failure instanceof NetworkFailure)) throw failure;
        patch(id, { step: { at: 'failed', message: failure.message } });
      },
    );
    running.current.set(id, { stop, ended });
  }

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const { stop } of uploads.values()) stop.abort();
    };
  }, []);

  return {
    clips,
    most,
    isUploading: clips.some(({ step }) => step.at === 'uploading'),
    /** Whether a form waits for the uploads. */
    isAwaited,
    add(files: readonly File[]): void {
      const room = files.slice(0, most - latest.current.length);
      for (const file of room) {
        const id = nextId.current;
        nextId.current += 1;
        change([
          ...latest.current,
          { id, name: file.name, transcript: '', step: { at: 'uploading', share: 0 } },
        ]);
        begin(id, file);
      }
    },
    remove(id: number): void {
      running.current.get(id)?.stop.abort();
      change(latest.current.filter((clip) => clip.id !== id));
    },
    describe: (id: number, transcript: string) => patch(id, { transcript }),
    /** Removes those that were sent: others may have been added since. */
    removeSent(sent: readonly SentClip[]): void {
      const urls = new Set(sent.map(({ url }) => url));
      change(latest.current.filter(({ step }) => step.at !== 'done' || !urls.has(step.clip.url)));
    },
    /** Takes over the clips of a draft that was changed in another tab; uploads of this tab stay. */
    follow(kept: readonly Clip[]): void {
      const known = new Map(
        latest.current.flatMap((one) =>
          one.step.at === 'done' ? [[one.step.clip.url, one] as const] : [],
        ),
      );
      const followed = kept.map(
        (clip) => known.get(clip.url) ?? { ...listed(clip), id: nextId.current++ },
      );
      change([...followed, ...latest.current.filter(({ step }) => step.at !== 'done')]);
    },
    /** Waits for the uploads. Null when one has failed. */
    async sent(): Promise<SentClip[] | null> {
      setIsAwaited(true);
      await Promise.all([...running.current.values()].map(({ ended }) => ended)).finally(() =>
        setIsAwaited(false),
      );
      const sent: SentClip[] = [];
      for (const { step, transcript } of latest.current) {
        if (step.at !== 'done') return null;
        const said = transcript.trim();
        sent.push({ url: step.clip.url, ...(said !== '' && { transcript: said }) });
      }
      return sent;
    },
  };
}

function listed(clip: Clip): Omit<ListedClip, 'id'> {
  return { name: '', transcript: clip.transcript ?? '', step: { at: 'done', clip } };
}

export type ClipsState = ReturnType<typeof useClips>;

function tooLarge(): string {
  const megabytes = limits.clipBytes / 1024 / 1024;
  return t`A clip may have at most ${megabytes} MB`;
}
