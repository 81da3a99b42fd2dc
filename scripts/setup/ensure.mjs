import { rmSync, statSync, utimes, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Its holder touches it every second, so that the lock of a process that was killed can be told by its age. */
const lock = '.setup.lock';
const staleAfterMs = 10_000;

/**
 * Does the work unless it is done already. Of several processes in this folder one does it and the others wait.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 */
export async function ensure(isDone, work) {
  if (isDone()) return;
  while (!takeLock()) await setTimeout(200);
  const heartbeat = setInterval(() => utimes(lock, new Date(), new Date(), () => {}), 1_000);
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  if (!isDone()) await work();
  clearInterval(heartbeat);
  process.off('exit', release);
  release();
}

function takeLock() {
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    const touchedAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - touchedAt > staleAfterMs) rmSync(lock, { force: true });
    return false;
  }
}
