import { expect, test } from 'vitest';
import { limits } from '#contract/constants.ts';
import { CallFailure, NetworkFailure } from '../../api/failures.ts';
import { refuseWrongFile, sizeWithin } from './picture-kinds.ts';
import { type UploadedPicture, uploadList } from './upload-list.ts';

const hour = 3_600_000;
const now = () => 100 * hour;

test('two uploads run at once, and the next starts when one has finished', async () => {
  const { uploads, finish, stepsOf } = open();
  uploads.add(files(3));
  await turn();
  expect(stepsOf()).toEqual(['uploading', 'uploading', 'waiting']);
  finish(0);
  await turn();
  expect(stepsOf()).toEqual(['done', 'uploading', 'uploading']);
});

test('a cancelled upload stops, lets the next one start, and can be retried', async () => {
  const { uploads, stepsOf, signals, finish } = open();
  uploads.add(files(3));
  await turn();
  uploads.cancel(idAt(uploads, 0));
  await turn();
  expect(signals[0]?.aborted).toBe(true);
  expect(stepsOf()).toEqual(['failed', 'uploading', 'uploading']);
  uploads.retry(idAt(uploads, 0));
  expect(stepsOf()[0]).toBe('waiting');
  finish(1);
  await turn();
  expect(stepsOf()).toEqual(['uploading', 'done', 'uploading']);
});

test('an upload that lost its connection is retried automatically, a refused one is not', async () => {
  const failures = [
    new NetworkFailure('no'),
    new CallFailure({ status: 415, detail: 'This is no picture' }),
  ];
  const { uploads, stepsOf } = open({ upload: () => Promise.reject(failures.shift() ?? 'none') });
  uploads.add(files(2));
  await turn();
  expect(stepsOf()).toEqual(['failed', 'failed']);
  expect(uploads.pictures()[1]?.step).toMatchObject({
    message: 'This is no picture',
    again: 'never',
  });
  failures.push(new NetworkFailure('again no'));
  uploads.retryUnreached();
  expect(stepsOf()).toEqual(['preparing', 'failed']);
  await turn();
});

test('the upload list has space for eight, and counts the rest as left out', () => {
  const { uploads } = open();
  expect(uploads.add(files(limits.picturesPerProduct + 2))).toBe(2);
  expect(uploads.pictures()).toHaveLength(limits.picturesPerProduct);
  expect(uploads.add(files(1))).toBe(1);
});

test('a picture moves to any place, and the others keep their order', () => {
  const { uploads } = open({}, [uploaded('a'), uploaded('b'), uploaded('c')]);
  uploads.move(idAt(uploads, 2), 0);
  expect(uploads.pictures().map(({ preview }) => preview)).toEqual(['c', 'a', 'b']);
});

test('an unused upload of yesterday must be chosen again, a listing’s picture stays', () => {
  const { stepsOf } = open({}, [
    uploaded('yesterday', now() - 24 * hour),
    uploaded('today', now() - 2 * hour),
    uploaded('listed', null),
  ]);
  expect(stepsOf()).toEqual(['failed', 'done', 'done']);
});

test('removing a picture cancels its upload and revokes its preview', async () => {
  const { uploads, signals, released } = open();
  uploads.add(files(1));
  await turn();
  uploads.remove(idAt(uploads, 0));
  expect(signals[0]?.aborted).toBe(true);
  expect(released).toEqual(['blob:file-0']);
  await uploads.settled();
  expect(uploads.pictures()).toEqual([]);
});

test('the upload list is settled after the last upload', async () => {
  const { uploads, finish } = open();
  uploads.add(files(1));
  let isSettled = false;
  const settled = uploads.settled().then(() => {
    isSettled = true;
  });
  await turn();
  expect(isSettled).toBe(false);
  finish(0);
  await settled;
});

test('a file of another type or over 10 MB is refused with a message', () => {
  const of = (type: string, size: number) => () => refuseWrongFile({ type, size });
  expect(of('image/jpeg', limits.imageBytes)).not.toThrow();
  expect(of('image/jpeg', limits.imageBytes + 1)).toThrow('larger than 10 MB');
  expect(of('image/heic', 10)).toThrow('Choose a JPEG, PNG, WebP or AVIF picture');
  expect(of('image/png', 0)).toThrow('empty');
});

test('the longer edge is scaled down to the limit, a small picture is unchanged', () => {
  expect(sizeWithin({ width: 4_000, height: 3_000 }, 2_560)).toEqual({
    width: 2_560,
    height: 1_920,
  });
  expect(sizeWithin({ width: 800, height: 600 }, 2_560)).toEqual({ width: 800, height: 600 });
  expect(sizeWithin({ width: 10_000, height: 1 }, 2_560)).toEqual({ width: 2_560, height: 1 });
});

/** An upload list whose uploads finish when the test says so. */
function open(
  difference: Partial<Parameters<typeof uploadList>[0]> = {},
  pictures: UploadedPicture[] = [],
) {
  const signals: AbortSignal[] = [];
  const finishUploads: (() => void)[] = [];
  const released: string[] = [];
  const uploads = uploadList(
    {
      most: limits.picturesPerProduct,
      prepare: async (file) => file,
      upload: (file, { signal }) =>
        new Promise((resolve, reject) => {
          if (signal) signals.push(signal);
          signal?.addEventListener('abort', () => reject(signal.reason));
          finishUploads.push(() => resolve(`/pictures/${file.name}`));
        }),
      preview: {
        make: ({ name }) => `blob:${name}`,
        release: (address) => released.push(address),
      },
      now,
      ...difference,
    },
    pictures,
  );
  return {
    uploads,
    signals,
    released,
    finish: (upload: number) => finishUploads[upload]?.(),
    stepsOf: () => uploads.pictures().map(({ step }) => step.at),
  };
}

function files(count: number): File[] {
  return Array.from({ length: count }, (_, index) => new File(['x'], `file-${index}`));
}

function uploaded(url: string, uploadedAt: number | null = null): UploadedPicture {
  return { url, uploadedAt };
}

function idAt(uploads: ReturnType<typeof uploadList>, place: number): string {
  return uploads.pictures()[place]?.id ?? '';
}

/** Waits until every upload that was only waiting for its turn has had it. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
