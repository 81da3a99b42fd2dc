import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { watchMemory } from './watch-memory.mjs';

/**
 * @typedef {object} Measured
 * @property {number} ms until all pictures were done
 * @property {number} before resident memory before the first one, bytes
 * @property {number} peak the most resident memory meanwhile, bytes
 * @property {number[]} each how long each upload took, in milliseconds, ascending; empty for sharp alone
 */

/**
 * Sends a photo to the shop many times at once, as as many browsers would.
 * @param {{ url: string, pid: number }} shop
 * @param {{ photo: Buffer, count: number }} work
 * @returns {Promise<Measured>}
 */
export async function uploadAtOnce({ url, pid }, { photo, count }) {
  const memory = await watchMemory(pid);
  const from = performance.now();
  const each = await Promise.all(Array.from({ length: count }, () => upload(url, photo)));
  const ms = performance.now() - from;
  return { ms, each: each.sort((one, other) => one - other), ...(await memory.stop()) };
}

/**
 * @param {string} url
 * @param {Buffer} photo
 */
async function upload(url, photo) {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'IMG_0001.jpg');
  const from = performance.now();
  const answer = await fetch(`${url}/api/images`, { method: 'POST', body: form });
  const { success, data } = await answer.json();
  if (!success || data.width !== 1600) throw new Error(`An upload was answered ${answer.status}`);
  return performance.now() - from;
}

/**
 * Has the picture library alone make the same sizes of the same photo as often.
 * @param {{ file: string, count: number }} work
 * @returns {Promise<Measured>}
 */
export async function sharpAlone({ file, count }) {
  const program = fileURLToPath(new URL('sharp-alone.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const memory = await watchMemory(child.pid ?? 0);
  const printed = once(child.stdout, 'data');
  child.stdin.write('begin\n');
  const [ms] = await printed;
  const resident = await memory.stop().catch(() => ({ before: 0, peak: 0 }));
  return { ms: Number(ms), each: [], ...resident };
}
