import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { StartupError } from '../core/startup-error.ts';

/**
 * The secrets that encrypt those in the database: `TOKEN_SECRET`, or a file in `DATA_DIR` that is made at the first start.
 * If `TOKEN_SECRET` was set later, the file is the second: what it encrypted can still be read.
 * @throws StartupError when the file is needed and cannot be written
 */
export async function readSealingSecrets({
  tokenSecret,
  dataDir,
}: Pick<Config, 'tokenSecret' | 'dataDir'>): Promise<string[]> {
  const path = join(dataDir, 'secret');
  if (tokenSecret === undefined) return [await readOrCreate(path, dataDir)];
  const replaced = (await readFile(path, 'utf8').catch(() => '')).trim();
  return replaced ? [tokenSecret, replaced] : [tokenSecret];
}

/** Characters of the file's text: 48 random bytes. */
const length = 64;

async function readOrCreate(path: string, folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    const fresh = randomBytes(48).toString('base64url');
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600, flush: true });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readWhole(path);
    throw new StartupError(
      `The file ${path}, which encrypts the secrets in the database, could not be written.`,
      'Make DATA_DIR writable, or set TOKEN_SECRET.',
      { cause: error },
    );
  }
}

/** Waits while another server that shares the folder is writing the file. */
async function readWhole(path: string): Promise<string> {
  for (let left = 50; left > 0; left -= 1) {
    const text = await readFile(path, 'utf8');
    if (text.length === length) return text;
    await pause(20);
  }
  throw new StartupError(
    `The file ${path} is not as the shop wrote it.`,
    'Put it back from a backup, or set TOKEN_SECRET.',
  );
}
