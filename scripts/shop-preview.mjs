import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfChanged } from './setup/build.mjs';

/*
 * `npm run shop:preview`: shows the folder of the shop with the listings of the demo, in a database of its own that goes at the
 * end, and again after each change of a file. It reads no other settings of the shop, so nothing of it is touched.
 */

const folder = resolve(process.env.SHOP_DIR?.trim() || 'shop');
if (!existsSync(join(folder, 'shop.json'))) {
  process.stderr.write(
    `There is no ${join(folder, 'shop.json')}. \`npm run shop:new\` writes one.\n`,
  );
  process.exit(1);
}
await buildIfChanged();
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-preview-'));
const { PATH, HOME, PORT = '3001' } = process.env;
const env = { PATH, HOME, TMPDIR: tmpdir(), PORT, DEMO: '1', DATA_DIR: dataDir, SHOP_DIR: folder };
const settleMs = 300;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let isEnding = false;

function start() {
  const started = spawn(process.execPath, ['dist/server/main.js'], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  server = started;
  started.once('exit', () => {
    // It ended by itself and has said why.
    if (server !== started || isEnding) return;
    server = undefined;
    process.stdout.write('The preview starts again when a file of the shop changes.\n');
  });
}

async function stop() {
  const stopping = server;
  server = undefined;
  if (!stopping || stopping.exitCode !== null) return;
  const ended = new Promise((done) => stopping.once('exit', done));
  stopping.kill('SIGTERM');
  await ended;
}

/** @type {NodeJS.Timeout | undefined} */
let settling;
let restarting = Promise.resolve();
watch(folder, { recursive: true }, () => {
  clearTimeout(settling);
  settling = setTimeout(() => {
    restarting = restarting.then(stop).then(() => {
      if (!isEnding) start();
    });
  }, settleMs);
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    isEnding = true;
    clearTimeout(settling);
    await restarting;
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit();
  });
}
start();
