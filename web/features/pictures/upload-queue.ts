import type { PictureList } from './picture-list.ts';
import { failedStep } from './picture-step.ts';
import type { UploadOptions } from './upload-image.ts';

/** The function that sends a file to the image host. */
export interface UploadDeps {
  /** Prepares a file for upload. */
  prepare: (file: File, signal: AbortSignal) => Promise<File>;
  /** Uploads it and returns its URL. */
  upload: (file: File, options: UploadOptions) => Promise<string>;
  now?: () => number;
}

/** Concurrent uploads: more would only delay each of them. */
const uploadsAtOnce = 2;

/** Uploads waiting pictures in list order and updates their state in the list. */
export function uploadQueue(list: PictureList, { prepare, upload, now = Date.now }: UploadDeps) {
  const files = new Map<string, File>();
  const underWay = new Map<string, AbortController>();

  function startNext(): void {
    const waiting = list
      .pictures()
      .filter(({ id, step }) => step.at === 'waiting' && files.has(id));
    for (const { id } of waiting) {
      const file = files.get(id);
      if (file && underWay.size < uploadsAtOnce) void send(id, file);
    }
  }

  async function send(id: string, chosen: File): Promise<void> {
    const calledOff = new AbortController();
    const { signal } = calledOff;
    const isOurs = () => underWay.get(id) === calledOff;
    underWay.set(id, calledOff);
    list.set(id, { step: { at: 'preparing' } });
    try {
      const ready = await prepare(chosen, signal);
      if (!isOurs()) return;
      list.set(id, { step: { at: 'uploading', share: 0 } });
      const onProgress = (share: number) => {
        if (isOurs()) list.set(id, { step: { at: 'uploading', share } });
      };
      const url = await upload(ready, { signal, onProgress });
      if (!isOurs()) return;
      files.delete(id);
      list.set(id, { step: { at: 'done', url, uploadedAt: now() } });
    } catch (failure) {
      if (isOurs()) list.set(id, { step: failedStep(failure) });
    } finally {
      if (isOurs()) underWay.delete(id);
      startNext();
    }
  }

  /** Cancels an upload and keeps the file for a retry. */
  function stop(id: string): void {
    underWay.get(id)?.abort();
    underWay.delete(id);
  }

  return {
    startNext,
    stop,
    take(id: string, file: File) {
      files.set(id, file);
    },
    forget(id: string) {
      stop(id);
      files.delete(id);
    },
    has: (id: string) => files.has(id),
  };
}
