import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const KEPT_LOG_FILES = 5;
const LOOK_EVERY_MS = 60_000;

/**
 * Keeps PostgreSQL's log folder small: it starts a new file at 10 MB or each day but never removes one. Settles after the
 * first look and then looks again each minute until stopped.
 */
export async function boundLogFiles(logFolder: string): Promise<{ stop(): void }> {
  await removeOldLogFiles(logFolder);
  // A file that cannot be removed now is met again at the next look, and is no reason to end the shop.
  const look = () => removeOldLogFiles(logFolder).catch(() => undefined);
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Removes all but the newest files. Their names begin with the time, so the alphabet sorts them. */
export async function removeOldLogFiles(logFolder: string, kept = KEPT_LOG_FILES): Promise<void> {
  const files = (await readdir(logFolder).catch(() => [])).sort();
  for (const file of files.slice(0, -kept)) await rm(join(logFolder, file), { force: true });
}
