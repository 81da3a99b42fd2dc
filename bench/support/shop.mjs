import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './project.mjs';

/**
 * @typedef {object} StartedShop
 * @property {string} url without a slash at the end
 * @property {number} pid
 * @property {() => Promise<void>} stop
 */

/** A shop without demo and limits, which says little. */
const defaults = { PORT: '0', DEMO: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };

/**
 * Starts the built shop in a process and a data folder of its own, which goes when it stops.
 * @param {Record<string, string>} settings added to the defaults; nothing of this machine's own settings reaches it
 * @param {readonly string[]} [nodeFlags]
 * @returns {Promise<StartedShop>}
 */
export async function startShop(settings, nodeFlags = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'reprise-bench-shop-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    [...nodeFlags, join(projectFolder, 'dist/server/main.js')],
    {
      cwd: dataDir,
      env: { PATH, HOME, TMPDIR: tmpdir(), ...defaults, DATA_DIR: dataDir, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = await openAddress(child.stdout, ended).catch(async (error) => {
    await stop();
    throw error;
  });
  return { url, pid: child.pid ?? 0, stop };
}

/**
 * @param {import('node:stream').Readable} output
 * @param {Promise<unknown>} ended
 * @returns {Promise<string>}
 */
function openAddress(output, ended) {
  return new Promise((resolve, reject) => {
    let printed = '';
    output.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const url = / is open at (http:\/\/\S+)/.exec(printed)?.[1];
      if (url) resolve(url.replace(/\/$/, ''));
    });
    void ended.then(() => reject(new Error(`The shop did not open. It printed:\n${printed}`)));
  });
}
