import { statfs } from 'node:fs/promises';
import { StartupError } from '../../core/startup-error.ts';

/** A new cluster takes 40 MB, and its write-ahead log grows at once; with less space the first start could fail midway. */
const NEW_CLUSTER_BYTES = 200 * 1024 ** 2;

/** @throws StartupError when the disk has less free space than a new cluster needs */
export async function requireFreeSpace(folder: string, neededBytes = NEW_CLUSTER_BYTES) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededBytes) throw diskFull(folder);
}

/** Makes a StartupError with a remedy from the output of a PostgreSQL program that failed. */
export function faultFromOutput(output: string, folder: string): StartupError {
  const cause = new Error(output);
  if (/No space left on device|Disk quota exceeded/i.test(output)) return diskFull(folder, cause);
  if (/user does not exist/.test(output)) {
    return new StartupError(
      'PostgreSQL needs the user it runs as to be listed in /etc/passwd, and it is not.',
      'Start the container with a user that the image knows, or set DATABASE_URL.',
      { cause },
    );
  }
  return new StartupError(
    `The embedded PostgreSQL did not start: ${lastError(output)}`,
    `Its log is in ${folder}. With DATABASE_URL set, the shop uses a PostgreSQL of your own instead.`,
    { cause },
  );
}

/** The same for an error of Node's file functions in the data folder, such as a full or read-only disk. */
export function faultFromFiles(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupError(
      `The shop may not write in its data folder ${folder}.`,
      'Give the folder to the user who starts the shop, or set DATA_DIR to another.',
      { cause: error },
    );
  }
  return error;
}

function diskFull(folder: string, cause?: unknown): StartupError {
  return new StartupError(
    `There is not enough free disk space for the database in ${folder}.`,
    'Free at least 200 MB, or set DATA_DIR to a folder on a larger disk.',
    { cause },
  );
}

function lastError(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const complaints = lines.filter((line) => /(PANIC|FATAL|ERROR|error):/.test(line));
  return complaints.at(-1) ?? lines.filter(Boolean).at(-1) ?? 'it gave no reason';
}
