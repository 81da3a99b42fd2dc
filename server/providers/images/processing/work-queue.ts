import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../../core/problem.ts';

/** Limits concurrency and memory of heavy work, so that concurrent uploads take longer instead of more memory. */
export interface WorkQueue {
  /**
   * Runs the work when concurrency and memory allow, in the order of the calls.
   * @param memoryBytes the peak memory of the work
   * @throws Problem unavailable when too much work is waiting; and whatever the work throws
   */
  run<Result>(memoryBytes: number, work: () => Promise<Result>): Promise<Result>;
}

interface QueueLimits {
  memoryBytes: number;
  /** How many jobs may run at the same time. */
  concurrency: number;
  /** How many jobs may wait; further ones are refused. */
  waiting: number;
  /** What is said to those who are refused. */
  detail?: ProblemText;
}

const tooManyPictures = msg`Many pictures are being processed right now. Please try again in a moment.`;

export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const waiting: { memoryBytes: number; begin: () => void }[] = [];
  let running = 0;
  let usedBytes = 0;

  /** Work that needs more than the memory limit runs alone. */
  function fits(memoryBytes: number): boolean {
    return (
      running === 0 ||
      (running < limits.concurrency && usedBytes + memoryBytes <= limits.memoryBytes)
    );
  }

  function enter(memoryBytes: number): Promise<void> | undefined {
    if (waiting.length === 0 && fits(memoryBytes)) {
      take(memoryBytes);
      return undefined;
    }
    if (waiting.length >= limits.waiting) {
      throw new Problem('unavailable', limits.detail ?? tooManyPictures, { retryAfterSeconds: 5 });
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
