import { limits } from '#contract/constants.ts';
import { pictureList, type ShelfPicture, withMoved } from './picture-list.ts';
import { goneStep, isWaitingForConnection, type PictureStep } from './picture-step.ts';
import { type UploadDeps, uploadQueue } from './upload-queue.ts';

/** A picture that is uploaded already. `uploadedAt` in milliseconds; null when a listing shows it, and it will stay. */
export interface KeptPicture {
  url: string;
  uploadedAt: number | null;
}

export interface ShelfDeps extends UploadDeps {
  preview: { make: (file: File) => string; release: (address: string) => void };
}

/** An upload that no listing shows is kept for a day by the shop; an hour less, because sending takes its time too. */
const keptForMs = 23 * 3_600_000;

export type PictureShelf = ReturnType<typeof pictureShelf>;

/**
 * The pictures of a listing in their order, the first one being the main one. What is added goes to the image host by
 * itself.
 */
export function pictureShelf(parts: ShelfDeps, kept: readonly KeptPicture[] = []) {
  const { preview, now = Date.now } = parts;
  const nextId = counter();
  const list = pictureList(
    kept.map((picture) => ({ id: nextId(), preview: picture.url, step: stepOf(picture, now()) })),
  );
  const queue = uploadQueue(list, parts);

  function takeIn(id: string, file: File): Pick<ShelfPicture, 'preview' | 'step'> {
    queue.take(id, file);
    return { preview: preview.make(file), step: { at: 'waiting' } };
  }

  function letGo({ id, preview: address }: ShelfPicture): void {
    queue.forget(id);
    if (address.startsWith('blob:')) preview.release(address);
  }

  function find(id: string): ShelfPicture | undefined {
    return list.pictures().find((picture) => picture.id === id);
  }

  return {
    pictures: list.pictures,
    subscribe: list.subscribe,
    /** Takes as many as there is room for. Returns how many had to stay outside. */
    add(chosen: readonly File[]): number {
      const taken = chosen.slice(0, limits.picturesPerProduct - list.pictures().length);
      const added = taken.map((file) => {
        const id = nextId();
        return { id, ...takeIn(id, file) };
      });
      list.change([...list.pictures(), ...added]);
      queue.startNext();
      return chosen.length - taken.length;
    },
    /** Puts another file in the place of a picture. */
    replace(id: string, file: File) {
      const known = find(id);
      if (!known) return;
      letGo(known);
      list.set(id, takeIn(id, file));
      queue.startNext();
    },
    remove(id: string) {
      const known = find(id);
      if (!known) return;
      letGo(known);
      list.change(list.pictures().filter((picture) => picture !== known));
      queue.startNext();
    },
    /** Ends an upload. The picture stays, and can be tried again. */
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
    /** Tries all those again that no connection carried. */
    retryUnreached() {
      for (const { id, step } of list.pictures()) {
        if (isWaitingForConnection(step)) list.set(id, { step: { at: 'waiting' } });
      }
      queue.startNext();
    },
    /** Puts a picture at another place, counted from 0. */
    move(id: string, place: number) {
      const moved = find(id);
      if (moved) list.change(withMoved(list.pictures(), moved, place));
    },
    /** The shop no longer has these. */
    markGone(ids: readonly string[]) {
      for (const id of ids) list.set(id, { step: goneStep });
    },
    /** Resolves once nothing is on its way any more. */
    settled: () => settledOf(list),
    /** Ends what is under way and gives the previews' memory back. */
    close: () => list.pictures().forEach(letGo),
  };
}

/** Whether a picture is still to be sent, or being sent. */
export function isOnItsWay({ step: { at } }: Pick<ShelfPicture, 'step'>): boolean {
  return at === 'waiting' || at === 'preparing' || at === 'uploading';
}

const stoppedStep: PictureStep = {
  at: 'failed',
  message: 'You stopped this upload.',
  again: 'when asked',
};

function stepOf({ url, uploadedAt }: KeptPicture, nowMs: number): PictureStep {
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
    const look = () => {
      if (list.pictures().some(isOnItsWay)) return;
      stop();
      resolve();
    };
    const stop = list.subscribe(look);
    look();
  });
}
