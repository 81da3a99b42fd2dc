import { spawnSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';
import { failuresIn } from './failures.mjs';
import { runStep } from './run-step.mjs';
import { slowestIn } from './slowest.mjs';
import { sumUp } from './tally.mjs';

/**
 * Runs every step, in a fresh clone too. A step is left out only when the step that it needs has failed. At the end it
 * names the slowest files and stories and repeats what failed. The last line is `N passed, N failed`; the exit status is 1
 * when anything failed.
 * @param {readonly import('./steps.mjs').Step[]} steps
 */
export async function testEverything(steps) {
  /** @type {import('./tally.mjs').Tally[]} */
  const tallies = [];
  // In a process of its own, because it exits when npm fails, and the last line has to be printed all the same.
  const install = spawnSync(process.execPath, ['scripts/install.mjs'], { stdio: 'inherit' });
  if (install.status === 0) {
    await mkdir(join(projectFolder, 'test-results'), { recursive: true });
    // A step that does not run must not leave the report of an earlier run.
    for (const { report } of steps) {
      if (report) await rm(join(projectFolder, report), { force: true });
    }
    const failed = new Set();
    for (const step of steps) {
      if (step.needs && failed.has(step.needs)) {
        process.stdout.write(`FAILED ${step.name} (not run: ${step.needs} failed)\n`);
        tallies.push({ passed: 0, failed: 1 });
        continue;
      }
      const tally = await runStep(projectFolder, step);
      if (tally.failed > 0) failed.add(step.name);
      tallies.push(tally);
    }
  }
  if (tallies.length < steps.length) tallies.push({ passed: 0, failed: 1 });
  const reports = await readReports(steps);
  for (const { name, report } of reports) {
    process.stdout.write(`\nSlowest of ${name}:\n${slowestIn(report, projectFolder).join('\n')}\n`);
  }
  const { passed, failed, line } = sumUp(tallies);
  if (failed > 0 || passed === 0) process.exitCode = 1;
  const failures = reports.flatMap(({ report }) => failuresIn(report));
  if (failures.length > 0) process.stdout.write(`\n${failures.join('\n')}\n`);
  process.stdout.write(`\n${line}\n`);
}

/**
 * The reports of the steps that wrote one.
 * @param {readonly import('./steps.mjs').Step[]} steps
 */
async function readReports(steps) {
  const found = await Promise.all(
    steps.map(async ({ name, report }) => {
      if (report === undefined) return [];
      const text = await readFile(join(projectFolder, report), 'utf8').catch(() => undefined);
      return text === undefined ? [] : [{ name, report: JSON.parse(text) }];
    }),
  );
  return found.flat();
}
