import { gzipSync } from 'node:zlib';

/** JavaScript, compressed by gzip, that a visitor's first page may need. */
export const budgetBytes = 186 * 1_000;

/** The modules of the pages on which most visits begin, as Vite's manifest names them. */
export const landingPages = {
  home: 'features/home/HomePage.tsx',
  product: 'features/products/ProductPage.tsx',
  login: 'features/selling/LoginPage.tsx',
  register: 'features/session/RegisterPage.tsx',
  blog: 'features/blog/BlogPage.tsx',
};

/**
 * The part of Vite's manifest that is read here.
 * @typedef {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} Manifest
 *
 * @typedef {object} PageWeight
 * @property {string} page
 * @property {{ file: string, bytes: number }[]} files heaviest first
 * @property {number} bytes sum over the files
 */

/**
 * The size of each page's JavaScript: the entry, the page's own script, and what these two import statically.
 * @param {Manifest} manifest
 * @param {Record<string, string>} pages module by name of the page
 * @param {(file: string) => Uint8Array} read
 * @returns {PageWeight[]}
 */
export function weighPages(manifest, pages, read) {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length === 0) throw new Error('The manifest has no entry');
  /** @type {Map<string, number>} */
  const sizes = new Map();
  /** @param {string} file */
  const weigh = (file) => {
    const bytes = sizes.get(file) ?? gzipSync(read(file), { level: 9 }).length;
    sizes.set(file, bytes);
    return { file, bytes };
  };
  return Object.entries(pages).map(([page, module]) => {
    const files = [...scriptsOf(manifest, [...entries, module])].map(weigh);
    files.sort((one, other) => other.bytes - one.bytes);
    return { page, files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
  });
}

/**
 * A table for people of the pages over the budget and their files; undefined when there are none.
 * @param {PageWeight[]} weights
 * @param {number} [maxBytes]
 */
export function describeOverweight(weights, maxBytes = budgetBytes) {
  const tables = weights
    .filter(({ bytes }) => bytes > maxBytes)
    .map(({ page, files, bytes }) =>
      [
        `The ${page} page needs ${kilobytes(bytes)} of JavaScript (gzip); the budget is ${kilobytes(maxBytes)}.`,
        ...files.map((file) => `${kilobytes(file.bytes).padStart(12)}  ${file.file}`),
      ].join('\n'),
    );
  return tables.length > 0 ? tables.join('\n\n') : undefined;
}

/**
 * A sentence when the login, which asks for little, needs more than the home page; otherwise undefined.
 * @param {PageWeight[]} weights
 */
export function describeHeavyLogin(weights) {
  const homeBytes = weights.find(({ page }) => page === 'home')?.bytes ?? 0;
  const sentences = weights
    .filter(({ page, bytes }) => page === 'login' && bytes > homeBytes)
    .map(
      ({ page, bytes }) =>
        `The ${page} page needs ${kilobytes(bytes)} of JavaScript (gzip), more than the ${kilobytes(homeBytes)} of the home page.`,
    );
  return sentences.length > 0 ? sentences.join('\n') : undefined;
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
  const queue = [...modules];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}`);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    queue.push(...(chunk.imports ?? []));
  }
  return files;
}
