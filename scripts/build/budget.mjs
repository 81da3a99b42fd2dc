import { gzipSync } from 'node:zlib';

/** The most JavaScript, in bytes of gzip, that a visitor's first page may need. */
export const budgetBytes = 150 * 1_000;

/** The pages that people land on, as the manifest names their modules. */
export const landingPages = {
  home: 'features/home/HomePage.tsx',
  product: 'features/products/ProductPage.tsx',
};

/**
 * The part of Vite's manifest that is read here.
 * @typedef {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} Manifest
 *
 * @typedef {object} PageWeight
 * @property {string} page
 * @property {{ file: string, bytes: number }[]} files heaviest first
 * @property {number} bytes all of them together
 */

/**
 * What a page's JavaScript weighs: the entry, the page's own script, and whatever these two import at once.
 * @param {Manifest} manifest
 * @param {Record<string, string>} pages the module of each page, by the page's name
 * @param {(file: string) => Uint8Array} read
 * @returns {PageWeight[]}
 */
export function weighPages(manifest, pages, read) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length === 0) throw new Error('The manifest names no entry');
  /** @type {Map<string, number>} */
  const weighed = new Map();
  /** @param {string} file */
  const weigh = (file) => {
    const bytes = weighed.get(file) ?? gzipSync(read(file), { level: 9 }).length;
    weighed.set(file, bytes);
    return { file, bytes };
  };
  return Object.entries(pages).map(([page, module]) => {
    const files = [...scriptsOf(manifest, [...entries, module])].map(weigh);
    files.sort((one, other) => other.bytes - one.bytes);
    return { page, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

/**
 * The pages that are too heavy, as a table for people; undefined when there is none.
 * @param {PageWeight[]} weights
 * @param {number} [mostBytes]
 */
export function tellOverweight(weights, mostBytes = budgetBytes) {
  const tables = weights
    .filter(({ bytes }) => bytes > mostBytes)
    .map(({ page, files, bytes }) =>
      [
        `The ${page} page needs ${kilobytes(bytes)} of JavaScript (gzip); ${kilobytes(mostBytes)} is the most.`,
        ...files.map((part) => `${kilobytes(part.bytes).padStart(12)}  ${part.file}`),
      ].join('\n'),
    );
  return tables.length > 0 ? tables.join('\n\n') : undefined;
}

/** @param {number} bytes */
export function kilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

/**
 * @param {Manifest} manifest
 * @param {string[]} modules
 * @returns {Set<string>}
 */
function scriptsOf(manifest, modules) {
  const files = new Set();
  const seen = new Set();
  const open = [...modules];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}`);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    open.push(...(chunk.imports ?? []));
  }
  return files;
}
