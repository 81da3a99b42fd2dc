import { Problem } from '../../../core/problem.ts';

/** Lets heavy work happen a little at a time, so that many uploads at once cost time and not memory. */
export interface WorkQueue {
  /**
   * Does the work as soon as there is room for it, in the order of asking.
   * @param memoryBytes what the work may need at its peak
   * @throws Problem unavailable when too much is waiting already; and whatever the work throws
   */
  run<Result>(memoryBytes: number, work: () => Promise<Result>): Promise<Result>;
}

interface Room {
  memoryBytes: number;
  /** Pieces of work under way at the same time. */
  atOnce: number;
  /** Pieces of work that may wait; who comes after them is turned away. */
  waiting: number;
}

export function createWorkQueue(room: Room): WorkQueue {
  const waiting: { memoryBytes: number; begin: () => void }[] = [];
  let running = 0;
  let usedBytes = 0;

  /** Work that asks for more than there ever is runs alone. */
  function fits(memoryBytes: number): boolean {
    return running === 0 || (running < room.atOnce && usedBytes + memoryBytes <= room.memoryBytes);
  }

  function enter(memoryBytes: number): Promise<void> | undefined {
    if (waiting.length === 0 && fits(memoryBytes)) {
      take(memoryBytes);
      return undefined;
    }
    if (waiting.length >= room.waiting) {
      throw new Problem(
        'unavailable',
        'Many pictures are being worked on right now. Please try again in a moment.',
        { retryAfterSeconds: 5 },
      );
    }
    return new Promise((begin) => waiting.push({ memoryBytes, begin }));
  }

  function take(memoryBytes: number): void {
    running += 1;
    usedBytes += memoryBytes;
  }

  function leave(memoryBytes: number): void {
    running -= 1;
    usedBytes -= memoryBytes;
    for (let next = waiting[0]; next && fits(next.memoryBytes); next = waiting[0]) {
      waiting.shift();
      take(next.memoryBytes);
      next.begin();
    }
  }

  return {
    async run(memoryBytes, work) {
      await enter(memoryBytes);
      try {
        return await work();
      } finally {
        leave(memoryBytes);
      }
    },
  };
}
