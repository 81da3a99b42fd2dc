import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 10;
const pageBytes = 4_096;

/**
 * Looks at the resident memory of a process until it is told to stop; Linux only. What the process has started, a
 * database for one, is not in it.
 * @param {number} pid
 */
export async function watchMemory(pid) {
  const before = await residentBytes(pid);
  let peak = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentBytes(pid));
      await pause(everyMs);
    }
  })();
  return {
    /** @returns {Promise<{ before: number, peak: number }>} bytes */
    async stop() {
      isOver = true;
      await watching;
      return { before, peak };
    },
  };
}

/** @param {number} pid */
async function residentBytes(pid) {
  const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
  return Number(resident) * pageBytes;
}
