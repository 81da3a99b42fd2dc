import { statfs } from 'node:fs/promises';
import { StartupError } from '../../core/startup-error.ts';

/** A new cluster takes 40 MB and its write-ahead log grows at once; below this the first start would end half-way. */
const ROOM_FOR_NEW_CLUSTER = 200 * 1024 ** 2;

/** Throws a StartupError when the disk has no room for a new cluster. Sees it before initdb does, and says how much. */
export async function requireRoom(folder: string, neededBytes = ROOM_FOR_NEW_CLUSTER) {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < neededBytes) throw diskFull(folder);
}

/** Turns what PostgreSQL's programs printed before giving up into a fault that says what to do about it. */
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
    `The embedded PostgreSQL did not start: ${lastComplaint(output)}`,
    `Its log is in ${folder}. With DATABASE_URL set, Reprise uses a PostgreSQL of your own instead.`,
    { cause },
  );
}

/** The same for what Node met in the data folder itself, such as a full or a read-only disk. */
export function faultFromFiles(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StartupError(
      `Reprise may not write in its data folder ${folder}.`,
      'Give the folder to the user who starts Reprise, or set DATA_DIR to another.',
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

function lastComplaint(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const complaints = lines.filter((line) => /(PANIC|FATAL|ERROR|error):/.test(line));
  return complaints.at(-1) ?? lines.filter(Boolean).at(-1) ?? 'it gave no reason';
}
