import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';

/**
 * The least that an upload could cost: in a process of its own, the picture library makes the three sizes that the shop
 * makes, with the same settings, as many pictures at a time, and throws them away. No checks, no metadata, no placeholder,
 * no file. `node sharp-alone.mjs <file> <times>` prints how long all took, in milliseconds, once it was told to begin.
 */
const [file = '', times = '1'] = process.argv.slice(2);
const photo = await readFile(file);
sharp.cache(false);
sharp.concurrency(1);

process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const from = performance.now();
let left = Number(times);
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work));
process.stdout.write(`${performance.now() - from}\n`);
process.stdin.destroy();

async function work() {
  while (left > 0) {
    left -= 1;
    const { data, info } = await sharp(photo)
      .autoOrient()
      .resize(1600)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    for (const step of [480, 960, 1600]) {
      await sharp(data, { raw: { width, height, channels } })
        .resize(step)
        .webp({ quality: 78, effort: 4, smartSubsample: true })
        .toBuffer();
    }
  }
}
