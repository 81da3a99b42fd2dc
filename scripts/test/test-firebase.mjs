import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orTellFault } from '../setup/fault.mjs';
import { ensurePackages } from '../setup/packages.mjs';
import { projectFolder } from '../setup/project.mjs';

/** Not among the packages of the project: it is 200 MB, and only this needs it. npx fetches it once. */
const tools = 'firebase-tools@15.34.0';

/**
 * Runs the tests in `e2e/firebase` against Firebase's own Auth emulator, which is started for them and stopped again. It
 * needs the npm registry the first time, and no account, no key and no Java.
 */
export async function testFirebase() {
  await orTellFault(async () => {
    await ensurePackages(projectFolder, { withDev: true });
    const folder = await mkdtemp(join(tmpdir(), 'reprise-firebase-'));
    try {
      process.exitCode = await emulate(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** @param {string} folder for the emulator's files */
async function emulate(folder) {
  const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
  const at = (/** @type {number} */ port) => ({ host: '127.0.0.1', port });
  const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
  await writeFile(join(folder, 'firebase.json'), JSON.stringify({ emulators }));
  const vitest = join(projectFolder, 'node_modules/vitest/vitest.mjs');
  const config = join(projectFolder, 'e2e/firebase/vitest.config.ts');
  const test = `"${process.execPath}" "${vitest}" run --root "${projectFolder}" --config "${config}"`;
  const words = ['-y', '-p', tools, 'firebase', 'emulators:exec', '--only', 'auth'];
  const child = spawn('npx', [...words, '--project', 'demo-reprise', test], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/** @returns {Promise<number>} */
function freePort() {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
