import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Clones what is committed, into a folder whose name has a space, as names of people have.
 * @param {string} project
 */
export async function freshClone(project) {
  const place = await mkdtemp(join(tmpdir(), 'reprise bench-'));
  const folder = join(place, 'reprise');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, folder], {
    stdio: 'inherit',
  });
  return { folder, remove: () => rm(place, { recursive: true, force: true }) };
}
