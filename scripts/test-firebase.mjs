// The tests in e2e/firebase on Firebase's own Auth emulator, which this starts and stops. It needs the npm registry the
// first time, and no account, no key and no Java.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

/** Not a dependency of the project: it has 200 MB, and only this needs it. npx downloads it once. */
const firebaseTools = 'firebase-tools@15.34.0';

await installPackages();
const folder = mkdtempSync(join(tmpdir(), 'reprise-firebase-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const [auth, hub, logging] = await Promise.all([freePort(), freePort(), freePort()]);
const emulators = { auth: at(auth), hub: at(hub), logging: at(logging), ui: { enabled: false } };
writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ emulators }));

const project = process.cwd();
const vitest = join(project, 'node_modules/vitest/vitest.mjs');
const config = join(project, 'e2e/firebase/vitest.config.ts');
const test = `"${process.execPath}" "${vitest}" run --root "${project}" --config "${config}"`;
const emulator = [
  'firebase',
  'emulators:exec',
  '--only',
  'auth',
  '--project',
  'demo-reprise',
  test,
];
await run('npx', ['-y', '-p', firebaseTools, ...emulator], {
  cwd: folder,
  env: { ...process.env, NODE_ENV: undefined },
});

/** @param {number} port */
function at(port) {
  return { host: '127.0.0.1', port };
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
