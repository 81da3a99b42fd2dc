import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setting } from './support/machine.mjs';
import { projectFolder } from './support/project.mjs';
import { startShop } from './support/shop.mjs';
import { sharpAlone, uploadAtOnce } from './uploads/measure.mjs';
import { writePhoto } from './uploads/photo.mjs';
import { asLine, asMarkdown } from './uploads/report.mjs';

/**
 * Measures uploads of phone photos to the built shop, many at once, beside the picture library alone.
 * `node bench/uploads.mjs [--count 20] [--rounds 3] [--arenas 2]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    arenas: { type: 'string', default: '' },
  },
});
const count = Number(values.count);
/** The number of glibc memory arenas; by default eight per core. */
const arenas = values.arenas === '' ? {} : { MALLOC_ARENA_MAX: values.arenas };

const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-uploads-'));
/** @type {(() => Promise<void>)[]} */
const closers = [() => rm(folder, { recursive: true })];
try {
  const file = join(folder, 'photo.jpg');
  const photo = await writePhoto(file);
  const found = setting(['fastify', '@fastify/multipart', 'sharp']);
  const shop = await startShop({ DEMO: '0', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...arenas });
  closers.push(shop.stop);
  // The first picture loads the library.
  await uploadAtOnce(shop, { photo, count: 1 });

  /** @type {import('./uploads/report.mjs').Round[]} */
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const inShop = () => uploadAtOnce(shop, { photo, count });
    const inSharp = () => sharpAlone({ file, count });
    // The order alternates, because the machine's speed may change.
    const alone = round % 2 === 0 ? undefined : await inSharp();
    const ofShop = await inShop();
    rounds.push({ shop: ofShop, alone: alone ?? (await inSharp()) });
    say(asLine(rounds.slice(-1), count));
  }
  const results = join(projectFolder, 'bench/results');
  await mkdir(results, { recursive: true });
  const report = { setting: found, arenas: values.arenas, count, photoBytes: photo.length, rounds };
  await writeFile(join(results, 'uploads.md'), asMarkdown(report));
  say('Written to bench/results/uploads.md');
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}
