import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../core/startup-error.ts';
import { type LetGo, listenAlone, listenAloneIn } from './listen-alone.ts';

export type FolderLock = { release(): Promise<void> };

/**
 * Takes a folder for this process alone. The operating system holds the lock and drops it when the process ends, however
 * it ends, so nothing stale can be left behind and no process id has to be trusted.
 * Throws a StartupError when another process has the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holderFile = join(folder, 'holder.pid');
  const letGo = await takeLock(folder);
  if (!letGo) throw await folderTaken(folder, holderFile);
  const release = async () => {
    await rm(holderFile, { force: true });
    await letGo();
  };
  try {
    // Only to name the holder to whoever is refused; it is never read to decide anything. One that was left behind may
    // belong to another user, who started the shop before.
    await rm(holderFile, { force: true });
    await writeFile(holderFile, `${process.pid}\n`);
  } catch (error) {
    await letGo();
    throw error;
  }
  return { release };
}

async function takeLock(folder: string): Promise<LetGo | undefined> {
  if (process.platform === 'linux') return lockOnLinux(folder);
  if (process.platform !== 'win32') return openAlone(join(folder, 'lock'));
  return listenAlone(`\\\\.\\pipe\\${await nameOf(folder)}`);
}

/**
 * An abstract name decides between the processes of one machine. Containers have such names of their own each, and do not
 * see each other's processes either, but when they share the folder they meet at the file in it.
 */
async function lockOnLinux(folder: string): Promise<LetGo | undefined> {
  // Padded to the full 108 bytes, because Node 20 fills the name up with zeros and Node 24 does not.
  const letGoOfName = await listenAlone(`\0${await nameOf(folder)}`.padEnd(108, '\0'));
  if (!letGoOfName) return undefined;
  let letGoOfFile: LetGo | undefined;
  try {
    letGoOfFile = await listenAloneIn(folder);
  } finally {
    if (!letGoOfFile) await letGoOfName();
  }
  return (
    letGoOfFile &&
    (async () => {
      await letGoOfFile();
      await letGoOfName();
    })
  );
}

/** Device and inode are the folder itself: links and different spellings of its path agree on them. */
async function nameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `reprise-${dev}-${ino}`;
}

/** macOS and the BSDs lock a file while opening it. Node passes these flags on but has no names for them. */
async function openAlone(path: string): Promise<LetGo | undefined> {
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

async function folderTaken(folder: string, holderFile: string): Promise<StartupError> {
  const holder = (await readFile(holderFile, 'utf8').catch(() => '')).trim();
  return new StartupError(
    `Another Reprise server${holder ? ` (process ${holder})` : ''} already uses the data folder ${folder}.`,
    'Stop that server first, or give this one its own DATA_DIR.',
  );
}
