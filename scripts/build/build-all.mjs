import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder as project } from '../setup/project.mjs';
import {
  budgetBytes,
  describeHeavyLogin,
  describeOverweight,
  kilobytes,
  landingPages,
  weighPages,
} from './budget.mjs';
import { lingui } from './lingui.mjs';
import { localise } from './localise.mjs';
import { precompress } from './precompress.mjs';
import { compileTexts } from './texts.mjs';

const pagesConfig = join(project, 'vite.config.ts');

try {
  await compileTexts();
  await timed('Building the pages', buildPages);
  await timed('Building the renderer', buildRenderer);
  await timed('Building the server', buildServer);
  checkBudget();
} catch (error) {
  process.stdout.write('\n');
  // The errors of the bundler show the place in the source; the stack trace is of the bundler itself.
  if (!(error instanceof Error && 'errors' in error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** What browsers get, in dist/web. */
async function buildPages() {
  await build({ configFile: pagesConfig, logLevel: 'warn' });
  const folder = join(project, 'dist/web');
  await localise(folder);
  await precompress(folder);
}

/** Renders pages on the server, in dist/ssr, with all packages that it needs inside. */
async function buildRenderer() {
  await build({
    configFile: pagesConfig,
    logLevel: 'warn',
    build: {
      ssr: 'entry-server.tsx',
      rolldownOptions: { output: { entryFileNames: 'entry-server.js' } },
    },
  });
}

/** In dist/server. Packages stay outside, because some have native parts. */
async function buildServer() {
  await build({
    configFile: false,
    plugins: [lingui()],
    root: project,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: 'dist/server',
      emptyOutDir: true,
      sourcemap: true,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: [
          ...['server/main.ts', 'server/backup.ts', 'server/doctor.ts'],
          ...['server/launch.ts', 'server/maintain.ts'],
          'server/providers/images/processing/clip-worker.js',
        ],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/** Prints how much JavaScript the landing pages need; the build fails when one needs more than the budget. */
function checkBudget() {
  const folder = join(project, 'dist/web');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const folders = JSON.parse(readFileSync(join(folder, '.vite/texts.json'), 'utf8'));
  const english = (/** @type {string} */ file) =>
    file.replace(/^assets\/(?=.*\.js$)/, `assets/${folders.en}/`);
  const weights = weighPages(manifest, landingPages, (file) =>
    readFileSync(join(folder, english(file))),
  );
  const problems = [describeOverweight(weights), describeHeavyLogin(weights)].filter(Boolean);
  const sizes = weights.map(({ page, bytes }) => `${page} page ${kilobytes(bytes)}`).join(', ');
  process.stdout.write(`JavaScript (gzip): ${sizes}; budget ${kilobytes(budgetBytes)}\n`);
  if (problems.length > 0) {
    process.stderr.write(`\n${problems.join('\n\n')}\n`);
    process.exitCode = 1;
  }
}

/**
 * Prints what is done and how long it took: `Building the pages… 4.1 s`.
 * @param {string} title
 * @param {() => Promise<void>} step
 */
async function timed(title, step) {
  process.stdout.write(`${title}… `);
  const startedAt = performance.now();
  await step();
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(1)} s\n`);
}
