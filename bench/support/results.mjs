import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './project.mjs';

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Writes a report to bench/results.
 * @param {string} name
 * @param {string} markdown
 */
export async function writeResult(name, markdown) {
  const folder = join(projectFolder, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), markdown);
  say(`Written to bench/results/${name}`);
}
