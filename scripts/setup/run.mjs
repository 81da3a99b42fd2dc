import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

/**
 * Runs a program with the input and output of this process and passes signals on to it. Resolves when it has succeeded;
 * when it fails, this process exits with its status, because the program has printed why.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), 1_500).unref();
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  const [status, signal] = await once(child, 'close');
  process.off('SIGINT', forward).off('SIGTERM', forward);
  if (status !== 0)
    process.exit(status ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
}
