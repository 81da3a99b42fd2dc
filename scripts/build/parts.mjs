import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { Fault } from '../setup/fault.mjs';
import { budgetBytes, kilobytes, landingPages, tellOverweight, weighPages } from './budget.mjs';
import { mendDriver, mendedPackages } from './mend-driver.mjs';
import { precompress } from './precompress.mjs';

/**
 * What the browser gets, in dist/web.
 * @param {string} project
 */
export async function buildPages(project) {
  await build({ configFile: join(project, 'vite.config.ts'), logLevel: 'warn' });
  await precompress(join(project, 'dist/web'));
}

/**
 * What renders the pages on the server, in dist/ssr, with all that it needs inside.
 * @param {string} project
 */
export async function buildRenderer(project) {
  await build({
    configFile: join(project, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'entry-server.tsx',
      rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
    },
  });
}

/**
 * The server, in dist/server. npm packages stay outside: some bring native parts, all are there anyway. Only what has to
 * be mended comes in.
 * @param {string} project
 */
export async function buildServer(project) {
  await build({
    configFile: false,
    root: project,
    logLevel: 'warn',
    publicDir: false,
    plugins: [mendDriver()],
    ssr: { noExternal: mendedPackages },
    build: {
      ssr: 'server/main.ts',
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * Weighs the first page's JavaScript as built and says the figures.
 * Throws a Fault with a table when a page is over the budget.
 * @param {string} project
 */
export async function holdBudget(project) {
  const folder = join(project, 'dist/web');
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const weights = weighPages(manifest, landingPages, (file) => readFileSync(join(folder, file)));
  const overweight = tellOverweight(weights);
  if (overweight) throw new Fault(overweight);
  const figures = weights.map(({ page, bytes }) => `${page} page ${kilobytes(bytes)}`).join(', ');
  process.stdout.write(`JavaScript (gzip): ${figures}; at most ${kilobytes(budgetBytes)}\n`);
}
