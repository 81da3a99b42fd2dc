import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedStart } from './start/timed-start.mjs';
import { describeSetting, setting } from './support/machine.mjs';
import { projectFolder } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';

/**
 * Measures `npm start` on a fresh clone, and the second start. `node bench/start.mjs`;
 * bench/README.md says more.
 */
const found = setting([]);
const clone = await freshClone(projectFolder);
try {
  const first = await timedStart(clone.folder, 'First start, on a fresh clone');
  say(asText(first));
  const second = await timedStart(clone.folder, 'Second start');
  say(asText(second));
  await writeResult('start.md', asMarkdown({ setting: found, starts: [first, second] }));
} finally {
  await clone.remove();
}

/**
 * Clones what is committed, into a folder whose name has a space, as names of people have.
 * @param {string} project
 */
async function freshClone(project) {
  const place = await mkdtemp(join(tmpdir(), 'reprise bench-'));
  const folder = join(place, 'reprise');
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, folder], {
    stdio: 'inherit',
  });
  return { folder, remove: () => rm(place, { recursive: true, force: true }) };
}

/**
 * @param {{
 *   setting: import('./support/machine.mjs').Setting,
 *   starts: import('./start/timed-start.mjs').TimedStart[],
 * }} report
 */
function asMarkdown({ setting, starts }) {
  return [
    '# Start',
    '',
    'Made by `node bench/start.mjs`: `npm start` in a fresh clone until the home page has been answered. Packages come from',
    'npm’s cache where it has them, so the first start measures this machine and not the network.',
    '',
    describeSetting(setting),
    '',
    '| start | npm and checks | packages | build | database, catalogue, opening | all |',
    '|---|--:|--:|--:|--:|--:|',
    ...starts.map(({ name, seconds }) => row([name, ...cells(seconds)])),
    '',
  ].join('\n');
}

/** @param {import('./start/timed-start.mjs').TimedStart} start */
function asText({ name, seconds }) {
  const [npm, install, build, open, all] = cells(seconds);
  return `${name}: ${all} (npm and checks ${npm}, packages ${install}, build ${build}, opening ${open})`;
}

/** @param {import('./start/timed-start.mjs').TimedStart['seconds']} seconds */
function cells({ npm, install, build, open, all }) {
  return [npm, install, build, open, all].map((value) =>
    value === 0 ? '–' : `${value.toFixed(1)} s`,
  );
}

/** @param {string[]} texts */
function row(texts) {
  return `| ${texts.join(' | ')} |`;
}
