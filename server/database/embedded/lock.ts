import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartFault } from '../../start-fault.ts';

export type FolderLock = { release(): Promise<void> };

/**
 * Takes a folder for this process alone. The operating system holds the lock and drops it when the process ends, however
 * it ends, so nothing stale can be left behind and no process id has to be trusted.
 * Throws a StartFault when another process has the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const holderFile = join(folder, 'holder.pid');
  const letGo = await takeLock(folder);
  if (!letGo) throw await folderTaken(folder, holderFile);
  // Only to name the holder to whoever is refused; it is never read to decide anything.
  await writeFile(holderFile, `${process.pid}\n`);
  return {
    async release() {
      await rm(holderFile, { force: true });
      await letGo();
    },
  };
}

type LetGo = () => Promise<void>;

async function takeLock(folder: string): Promise<LetGo | undefined> {
  // Device and inode are the folder itself: links and different spellings of its path agree on them.
  const { dev, ino } = await stat(folder, { bigint: true });
  if (process.platform === 'linux') return listenAlone(abstractAddress(`reprise:${dev}:${ino}`));
  if (process.platform === 'win32') return listenAlone(`\\\\.\\pipe\\reprise-${dev}-${ino}`);
  return openAlone(join(folder, 'lock'));
}

/** Padded to the full 108 bytes, because Node 20 fills the name up with zeros and Node 24 does not. */
function abstractAddress(name: string): string {
  return `\0${name}`.padEnd(108, '\0');
}

function listenAlone(address: string): Promise<LetGo | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => {
      server.unref();
      resolve(() => new Promise((closed) => server.close(() => closed())));
    });
  });
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

async function folderTaken(folder: string, holderFile: string): Promise<StartFault> {
  const holder = (await readFile(holderFile, 'utf8').catch(() => '')).trim();
  return new StartFault(
    `Another Reprise server${holder ? ` (process ${holder})` : ''} already uses the data folder ${folder}.`,
    'Stop that server first, or give this one its own DATA_DIR.',
  );
}
