import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';
import { runStep } from './run-step.mjs';
import { steps } from './steps.mjs';
import { sumUp } from './tally.mjs';

/**
 * Everything that must hold, from a fresh checkout with nothing but Node and npm. Every step runs, whatever came before,
 * unless it makes no sense without one that failed. The last line counts; the status is 1 when anything failed.
 */
export async function testEverything() {
  /** @type {import('./tally.mjs').Tally[]} */
  const tallies = [];
  // In a process of its own, because it exits when npm fails, and the last line has to be printed all the same.
  const install = spawnSync(process.execPath, ['scripts/install.mjs'], { stdio: 'inherit' });
  if (install.status === 0) {
    await mkdir(join(projectFolder, 'test-results'), { recursive: true });
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
  const { passed, failed, line } = sumUp(tallies);
  if (failed > 0 || passed === 0) process.exitCode = 1;
  process.stdout.write(`\n${line}\n`);
}
