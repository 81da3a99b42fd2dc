import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/;
/** The same scripts in every other language would take most of the build. A few percent larger, in a fifth of the time. */
const inOtherLanguage = /[\\/]assets[\\/](?!en-[0-9a-f]{8})[\w-]+-[0-9a-f]{8}[\\/]/;
const quickQuality = 9;
/** Below this, compression saves less than a network packet. */
const minimumBytes = 1_000;

/**
 * Writes a `.br` and a `.gz` beside every file that gets smaller by it, so that the server compresses nothing while it
 * serves. The template of the pages and the manifest are left out: they are never sent.
 * @param {string} folder
 */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== join(folder, 'index.html') && !path.includes('.vite'));
  // zlib runs in the thread pool, which limits how many files are compressed at a time.
  await Promise.all(files.map(compress));
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path);
  if (content.length < minimumBytes) return;
  const compressed = {
    '.br': await promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: inOtherLanguage.test(path)
          ? quickQuality
          : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [extension, bytes] of Object.entries(compressed)) {
    if (bytes.length < content.length) await writeFile(path + extension, bytes);
  }
}
