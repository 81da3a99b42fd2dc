import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../core/startup-error.ts';
import { listenExclusively, listenInFolder, type Unlock } from './exclusive-listener.ts';

export type FolderLock = { release(): Promise<void> };

/**
 * Locks a folder for this process. The operating system releases the lock whenever the process ends, so there are no stale
 * locks and no process id has to be trusted.
 * @throws StartupError when another process has locked the folder
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holderFile = join(folder, 'holder.pid');
  const unlock = await takeLock(folder);
  if (!unlock) throw await folderInUse(folder, holderFile);
  const release = async () => {
    await rm(holderFile, { force: true });
    await unlock();
  };
  try {
    // The file only names the holder in the message to a second server; no decision depends on it. An old one may belong
    // to another user, who started the shop before.
    await rm(holderFile, { force: true });
    await writeFile(holderFile, `${process.pid}\n`);
  } catch (error) {
    await unlock();
    throw error;
  }
  return { release };
}

async function takeLock(folder: string): Promise<Unlock | undefined> {
  if (process.platform === 'linux') return lockOnLinux(folder);
  if (process.platform !== 'win32') return openExclusively(join(folder, 'lock'));
  return listenExclusively(`\\\\.\\pipe\\${await nameOf(folder)}`);
}

/**
 * An abstract socket excludes the processes of one machine. Containers do not share abstract sockets or process ids, but
 * containers with a common folder share the socket file in it.
 */
async function lockOnLinux(folder: string): Promise<Unlock | undefined> {
  // Padded to the full 108 bytes, because Node 20 fills the name up with zeros and Node 24 does not.
  const unlockName = await listenExclusively(`\0${await nameOf(folder)}`.padEnd(108, '\0'));
  if (!unlockName) return undefined;
  let unlockFile: Unlock | undefined;
  try {
    unlockFile = await listenInFolder(folder);
  } finally {
    if (!unlockFile) await unlockName();
  }
  return (
    unlockFile &&
    (async () => {
      await unlockFile();
      await unlockName();
    })
  );
}

/** Device and inode identify the folder: links and different spellings of its path give the same name. */
async function nameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `reprise-${dev}-${ino}`;
}

/** macOS and the BSDs lock a file when they open it. Node passes these flags on but has no names for them. */
async function openExclusively(path: string): Promise<Unlock | undefined> {
  const [readWrite, nonBlocking, exclusiveLock, create] = [0x2, 0x4, 0x20, 0x200];
  let handle: FileHandle;
  try {
    handle = await open(path, readWrite | nonBlocking | exclusiveLock | create, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
  return () => handle.close();
}

async function folderInUse(folder: string, holderFile: string): Promise<StartupError> {
  const holder = (await readFile(holderFile, 'utf8').catch(() => '')).trim();
  return new StartupError(
    `Another server of the shop${holder ? ` (process ${holder})` : ''} already uses the data folder ${folder}.`,
    'Stop that server first, or give this one its own DATA_DIR.',
  );
}
