import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { tallyOf } from './tally.mjs';

/** How many of the last lines of a failed step are shown. */
const shownLines = 80;

/**
 * Runs one step and prints its result in one line. When it failed, prints the end of its output too.
 * @param {string} project
 * @param {import('./steps.mjs').Step} step
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runStep(project, step) {
  const reportFile = step.report && join(project, step.report);
  const startedAt = performance.now();
  const { status, output } = await run(project, step);
  const report = reportFile
    ? await readFile(reportFile, 'utf8')
        .then((text) => JSON.parse(text))
        .catch(() => undefined)
    : undefined;
  const isReported = reportFile === undefined || report !== undefined;
  const tally = tallyOf(status === 0 && isReported, report);
  const isOk = tally.failed === 0;
  const duration = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  const count = report ? `, ${tally.passed} passed, ${tally.failed} failed` : '';
  process.stdout.write(`${isOk ? 'ok    ' : 'FAILED'} ${step.name} (${duration}${count})\n`);
  if (!isOk) process.stdout.write(`${lastLines(output)}\n\n`);
  return tally;
}

/**
 * @param {string} project
 * @param {import('./steps.mjs').Step} step
 * @returns {Promise<{ status: number | null, output: string }>}
 */
function run(project, { program, args, environment }) {
  const folder = program.startsWith('scripts/') ? project : join(project, 'node_modules');
  const child = spawn(process.execPath, [join(folder, program), ...args], {
    cwd: project,
    env: { ...process.env, NODE_ENV: undefined, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ status: null, output: error.message }));
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** @param {string} output */
function lastLines(output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const omitted = lines.length - shownLines;
  return [...(omitted > 0 ? [`… ${omitted} lines before`] : []), ...lines.slice(-shownLines)].join(
    '\n',
  );
}
