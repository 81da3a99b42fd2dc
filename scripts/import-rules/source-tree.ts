import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { SourceTree } from './breaches.ts';

const floors = ['contract', 'server', 'web', 'demo'];

/** Reads all sources of the project's floors. */
export async function readSourceTree(project: string): Promise<SourceTree> {
  const tree: Record<string, string> = {};
  for (const floor of floors) {
    const entries = await readdir(join(project, floor), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      tree[relative(project, file).split(sep).join('/')] = await readFile(file, 'utf8');
    }
  }
  return tree;
}
