import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Fault } from '../setup/fault.mjs';

const endings = /** @type {const} */ (['SIGINT', 'SIGTERM']);

/**
 * Builds in a process of its own, whose memory is free again when the shop opens. A signal meanwhile ends both.
 * @param {string} project
 */
export async function buildApart(project) {
  const child = spawn(process.execPath, [join(project, 'scripts/build.mjs')], {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => child.kill(signal);
  for (const signal of endings) process.on(signal, passOn);
  const [status, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...ending) => resolve(ending));
  });
  for (const each of endings) process.off(each, passOn);
  if (signal) {
    process.kill(process.pid, signal);
    // The signal ends this process; until it does, nothing else must start.
    await new Promise(() => undefined);
  }
  if (status !== 0) throw new Fault('The shop was not built; the reason stands above.');
}
