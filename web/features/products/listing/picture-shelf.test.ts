import { expect, test } from 'vitest';
import { limits } from '#contract/constants.ts';
import { CallFailure, NetworkFailure } from '../../../api/failures.ts';
import { refuseWrongFile, sizeWithin } from './picture-kinds.ts';
import { type KeptPicture, pictureShelf } from './picture-shelf.ts';

const hour = 3_600_000;
const now = () => 100 * hour;

test('two pictures are on their way at once, and the next starts when one has arrived', async () => {
  const { shelf, arrive, stepsOf } = open();
  shelf.add(files(3));
  await turn();
  expect(stepsOf()).toEqual(['uploading', 'uploading', 'waiting']);
  arrive(0);
  await turn();
  expect(stepsOf()).toEqual(['done', 'uploading', 'uploading']);
});

test('a cancelled upload ends, lets the next one start, and can be tried again', async () => {
  const { shelf, stepsOf, signals, arrive } = open();
  shelf.add(files(3));
  await turn();
  shelf.cancel(idAt(shelf, 0));
  await turn();
  expect(signals[0]?.aborted).toBe(true);
  expect(stepsOf()).toEqual(['failed', 'uploading', 'uploading']);
  shelf.retry(idAt(shelf, 0));
  expect(stepsOf()[0]).toBe('waiting');
  arrive(1);
  await turn();
  expect(stepsOf()).toEqual(['uploading', 'done', 'uploading']);
});

test('what a broken connection stopped is tried again by itself, what the shop refused is not', async () => {
  const failures = [
    new NetworkFailure('no'),
    new CallFailure({ status: 415, detail: 'This is no picture' }),
  ];
  const { shelf, stepsOf } = open({ upload: () => Promise.reject(failures.shift() ?? 'none') });
  shelf.add(files(2));
  await turn();
  expect(stepsOf()).toEqual(['failed', 'failed']);
  expect(shelf.pictures()[1]?.step).toMatchObject({
    message: 'This is no picture',
    again: 'never',
  });
  failures.push(new NetworkFailure('again no'));
  shelf.retryUnreached();
  expect(stepsOf()).toEqual(['preparing', 'failed']);
  await turn();
});

test('there is room for eight, and it says how many were left out', () => {
  const { shelf } = open();
  expect(shelf.add(files(limits.picturesPerProduct + 2))).toBe(2);
  expect(shelf.pictures()).toHaveLength(limits.picturesPerProduct);
  expect(shelf.add(files(1))).toBe(1);
});

test('a picture moves to any place, and the others keep their order', () => {
  const { shelf } = open({}, [kept('a'), kept('b'), kept('c')]);
  shelf.move(idAt(shelf, 2), 0);
  expect(shelf.pictures().map(({ preview }) => preview)).toEqual(['c', 'a', 'b']);
});

test('an upload of yesterday is to be chosen again, a picture of a listing stays', () => {
  const { stepsOf } = open({}, [
    kept('yesterday', now() - 24 * hour),
    kept('today', now() - 2 * hour),
    kept('listed', null),
  ]);
  expect(stepsOf()).toEqual(['failed', 'done', 'done']);
});

test('a removed picture stops its upload, and its preview goes', async () => {
  const { shelf, signals, released } = open();
  shelf.add(files(1));
  await turn();
  shelf.remove(idAt(shelf, 0));
  expect(signals[0]?.aborted).toBe(true);
  expect(released).toEqual(['blob:file-0']);
  await shelf.settled();
  expect(shelf.pictures()).toEqual([]);
});

test('settled waits for the last one', async () => {
  const { shelf, arrive } = open();
  shelf.add(files(1));
  let isSettled = false;
  const settled = shelf.settled().then(() => {
    isSettled = true;
  });
  await turn();
  expect(isSettled).toBe(false);
  arrive(0);
  await settled;
});

test('a file of another kind or over 10 MB is refused in words', () => {
  const of = (type: string, size: number) => () => refuseWrongFile({ type, size });
  expect(of('image/jpeg', limits.imageBytes)).not.toThrow();
  expect(of('image/jpeg', limits.imageBytes + 1)).toThrow('larger than 10 MB');
  expect(of('image/heic', 10)).toThrow('Choose a JPEG, PNG, WebP or AVIF picture');
  expect(of('image/png', 0)).toThrow('empty');
});

test('the longer edge comes down to the bound, a small picture stays as it is', () => {
  expect(sizeWithin({ width: 4_000, height: 3_000 }, 2_560)).toEqual({
    width: 2_560,
    height: 1_920,
  });
  expect(sizeWithin({ width: 800, height: 600 }, 2_560)).toEqual({ width: 800, height: 600 });
  expect(sizeWithin({ width: 10_000, height: 1 }, 2_560)).toEqual({ width: 2_560, height: 1 });
});

/** A shelf whose uploads arrive when the test says so. */
function open(
  difference: Partial<Parameters<typeof pictureShelf>[0]> = {},
  pictures: KeptPicture[] = [],
) {
  const signals: AbortSignal[] = [];
  const arrivals: (() => void)[] = [];
  const released: string[] = [];
  const shelf = pictureShelf(
    {
      prepare: async (file) => file,
      upload: (file, { signal }) =>
        new Promise((resolve, reject) => {
          if (signal) signals.push(signal);
          signal?.addEventListener('abort', () => reject(signal.reason));
          arrivals.push(() => resolve(`/pictures/${file.name}`));
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
    shelf,
    signals,
    released,
    arrive: (upload: number) => arrivals[upload]?.(),
    stepsOf: () => shelf.pictures().map(({ step }) => step.at),
  };
}

function files(count: number): File[] {
  return Array.from({ length: count }, (_, index) => new File(['x'], `file-${index}`));
}

function kept(url: string, uploadedAt: number | null = null): KeptPicture {
  return { url, uploadedAt };
}

function idAt(shelf: ReturnType<typeof pictureShelf>, place: number): string {
  return shelf.pictures()[place]?.id ?? '';
}

/** Until everything that was waiting for nothing but its turn has had it. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
