import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_LOG_FILES = 5;
const CHECK_EVERY_MS = 60_000;

/**
 * Deletes PostgreSQL's old log files, now and each minute until stopped. PostgreSQL starts a new file at 10 MB or each day
 * and never deletes one.
 */
export async function limitLogFiles(logFolder: string): Promise<{ stop(): void }> {
  await removeOldLogFiles(logFolder);
  // A file that cannot be deleted now is deleted at the next check.
  const check = () => removeOldLogFiles(logFolder).catch(() => undefined);
  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Deletes all but the newest files. Their names begin with the time, so they sort by age. */
export async function removeOldLogFiles(logFolder: string, count = MAX_LOG_FILES): Promise<void> {
  const files = (await readdir(logFolder).catch(() => [])).sort();
  for (const file of files.slice(0, -count)) await rm(join(logFolder, file), { force: true });
}
