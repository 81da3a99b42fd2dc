import { t } from '#contract/text.ts';
import { type ListedPicture, pictureList, withMoved } from './picture-list.ts';
import { goneStep, isWaitingForConnection, type PictureStep } from './picture-step.ts';
import { type UploadDeps, uploadQueue } from './upload-queue.ts';

/**
 * An uploaded picture. `uploadedAt` is in milliseconds; null when a listing uses it already, so that it is not
 * removed.
 */
export interface UploadedPicture {
  url: string;
  uploadedAt: number | null;
}

export interface UploadListDeps extends UploadDeps {
  preview: { make: (file: File) => string; release: (address: string) => void };
  /** How many pictures it takes. */
  most: number;
}

/** Unused uploads are removed after a day; one hour less, because submitting takes time too. */
const keptForMs = 23 * 3_600_000;

export type UploadList = ReturnType<typeof uploadList>;

/** The ordered pictures of a form; of a listing the first is the main one. Added files are uploaded automatically. */
export function uploadList(deps: UploadListDeps, kept: readonly UploadedPicture[] = []) {
  const { preview, most, now = Date.now } = deps;
  const nextId = counter();
  const list = pictureList(
    kept.map((picture) => ({ id: nextId(), preview: picture.url, step: stepOf(picture, now()) })),
  );
  const queue = uploadQueue(list, deps);

  function takeIn(id: string, file: File): Pick<ListedPicture, 'preview' | 'step'> {
    queue.take(id, file);
    return { preview: preview.make(file), step: { at: 'waiting' } };
  }

  function release({ id, preview: address }: ListedPicture): void {
    queue.forget(id);
    if (address.startsWith('blob:')) preview.release(address);
  }

  function find(id: string): ListedPicture | undefined {
    return list.pictures().find((picture) => picture.id === id);
  }

  return {
    pictures: list.pictures,
    subscribe: list.subscribe,
    /** Adds as many files as there is room for. Returns how many did not fit. */
    add(chosen: readonly File[]): number {
      const taken = chosen.slice(0, most - list.pictures().length);
      const added = taken.map((file) => {
        const id = nextId();
        return { id, ...takeIn(id, file) };
      });
      list.change([...list.pictures(), ...added]);
      queue.startNext();
      return chosen.length - taken.length;
    },
    /** Replaces the file of a picture. */
    replace(id: string, file: File) {
      const known = find(id);
      if (!known) return;
      release(known);
      list.set(id, takeIn(id, file));
      queue.startNext();
    },
    remove(id: string) {
      const known = find(id);
      if (!known) return;
      release(known);
      list.change(list.pictures().filter((picture) => picture !== known));
      queue.startNext();
    },
    /** Cancels an upload. The picture stays and can be retried. */
    cancel(id: string) {
      queue.stop(id);
      list.set(id, { step: stoppedStep });
      queue.startNext();
    },
    retry(id: string) {
      if (!queue.has(id)) return;
      list.set(id, { step: { at: 'waiting' } });
      queue.startNext();
    },
    /** Retries all uploads that failed for lack of a connection. */
    retryUnreached() {
      for (const { id, step } of list.pictures()) {
        if (isWaitingForConnection(step)) list.set(id, { step: { at: 'waiting' } });
      }
      queue.startNext();
    },
    /** Removes those that were sent: others may have been added since. */
    removeUploaded(urls: readonly string[]) {
      const isSent = ({ step }: ListedPicture) => step.at === 'done' && urls.includes(step.url);
      list.pictures().filter(isSent).forEach(release);
      list.change(list.pictures().filter((picture) => !isSent(picture)));
      queue.startNext();
    },
    /** Takes over the uploaded pictures of a draft that was changed in another tab; uploads of this tab stay. */
    follow(kept: readonly UploadedPicture[]) {
      const known = new Map(
        list.pictures().flatMap((picture) => {
          return picture.step.at === 'done' ? [[picture.step.url, picture] as const] : [];
        }),
      );
      if (known.size === kept.length && kept.every(({ url }) => known.has(url))) return;
      const followed = kept.map((picture) => {
        const same = known.get(picture.url);
        known.delete(picture.url);
        return same ?? { id: nextId(), preview: picture.url, step: stepOf(picture, now()) };
      });
      known.forEach(release);
      const own = list.pictures().filter(({ step }) => step.at !== 'done');
      list.change([...followed, ...own]);
      queue.startNext();
    },
    /** Moves a picture to another index. */
    move(id: string, place: number) {
      const moved = find(id);
      if (moved) list.change(withMoved(list.pictures(), moved, place));
    },
    /** Marks pictures that the server has removed. */
    markGone(ids: readonly string[]) {
      for (const id of ids) list.set(id, { step: goneStep });
    },
    /** Resolves when no upload is running. */
    settled: () => settledOf(list),
    /** Cancels running uploads and revokes the preview URLs. */
    close: () => list.pictures().forEach(release),
  };
}

/** Whether a picture is waiting for its upload or being uploaded. */
export function isOnItsWay({ step: { at } }: Pick<ListedPicture, 'step'>): boolean {
  return at === 'waiting' || at === 'preparing' || at === 'uploading';
}

/** The pictures that have arrived at the shop, as they are kept in a draft. */
export function uploadedOf(pictures: readonly ListedPicture[]): UploadedPicture[] {
  return pictures.flatMap(({ step }) =>
    step.at === 'done' ? [{ url: step.url, uploadedAt: step.uploadedAt }] : [],
  );
}

export function isUploaded(kept: unknown): kept is UploadedPicture {
  if (typeof kept !== 'object' || kept === null) return false;
  const { url, uploadedAt } = kept as Partial<UploadedPicture>;
  return typeof url === 'string' && (uploadedAt === null || typeof uploadedAt === 'number');
}

const stoppedStep: PictureStep = {
  at: 'failed',
  get message() {
    return t`You stopped this upload.`;
  },
  again: 'when asked',
};

function stepOf({ url, uploadedAt }: UploadedPicture, nowMs: number): PictureStep {
  const isOld = uploadedAt !== null && nowMs - uploadedAt > keptForMs;
  return isOld ? goneStep : { at: 'done', url, uploadedAt };
}

function counter(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `picture-${count}`;
  };
}

function settledOf(list: ReturnType<typeof pictureList>): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (list.pictures().some(isOnItsWay)) return;
      stop();
      resolve();
    };
    const stop = list.subscribe(check);
    check();
  });
}
