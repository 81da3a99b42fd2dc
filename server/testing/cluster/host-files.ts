import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('../../../deploy/cluster', import.meta.url));

/** A configuration of `deploy/cluster` with these changes. @throws Error when there is nothing to change */
export async function deployFile(
  name: string,
  changes: readonly (readonly [RegExp, string])[],
): Promise<string> {
  let text = await readFile(join(folder, name), 'utf8');
  for (const [from, to] of changes) {
    const changed = text.replace(from, to);
    // The configuration of the first host is that of the file.
    if (changed === text && !text.includes(to)) throw new Error(`${name} has nothing like ${from}`);
    text = changed;
  }
  return text;
}

/** Gives everything in the folder to the user who runs PostgreSQL. */
export async function ownByPostgres(path: string): Promise<void> {
  await promisify(execFile)('chown', ['-R', 'postgres:postgres', path]);
}
