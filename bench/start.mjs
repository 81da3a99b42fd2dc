import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshClone } from './start/fresh-clone.mjs';
import { asMarkdown, asText } from './start/report.mjs';
import { timedStart } from './start/timed-start.mjs';
import { setting } from './support/machine.mjs';
import { projectFolder } from './support/project.mjs';

/**
 * Measures `npm start` on a fresh clone, and the second start. `node bench/start.mjs`;
 * bench/README.md says more.
 */
const found = setting([]);
const clone = await freshClone(projectFolder);
try {
  const first = await timedStart(clone.folder, 'First start, on a fresh clone');
  process.stdout.write(`${asText(first)}\n`);
  const second = await timedStart(clone.folder, 'Second start');
  process.stdout.write(`${asText(second)}\n`);
  const folder = join(projectFolder, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'start.md'),
    asMarkdown({ setting: found, starts: [first, second] }),
  );
  process.stdout.write('Written to bench/results/start.md\n');
} finally {
  await clone.remove();
}
