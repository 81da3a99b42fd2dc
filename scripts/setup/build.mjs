import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensure } from './ensure.mjs';
import { installPackages, installProductionPackages } from './packages.mjs';
import { run } from './run.mjs';

const sourceFolders = ['contract', 'demo', 'scripts/build', 'server', 'texts', 'web'];
const sourceFiles = [
  'package-lock.json',
  'lingui.config.mjs',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
];
const notBuilt =
  /\.(test\.tsx?|sql|md)$|^demo\/pictures\/|^server\/(testing|database\/migrations)\//;

/** Written last, so that a build that was interrupted counts as none. */
const stampFile = 'dist/.source-hash';
const results = [
  stampFile,
  'dist/web/index.html',
  'dist/ssr/entry-server.js',
  'dist/server/main.js',
];

/** Installs the packages and builds into dist/. */
export async function build() {
  rmSync(stampFile, { force: true });
  await buildIfChanged();
}

/** Makes dist/ a complete build of the present sources, with what that needs. */
export async function buildIfChanged() {
  if (isBuilt()) return installProductionPackages();
  await installPackages();
  await ensure(isBuilt, async () => {
    rmSync(stampFile, { force: true });
    const hash = hashSources();
    // In a process of its own, whose memory is free again when the server starts.
    await run(process.execPath, ['scripts/build/build-all.mjs']);
    writeFileSync(stampFile, hash);
  });
}

function isBuilt() {
  return results.every(existsSync) && readFileSync(stampFile, 'utf8') === hashSources();
}

/** Names and contents count, dates do not: a copy or a fresh checkout of the same sources is not built again. */
function hashSources() {
  const found = sourceFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('\\', '/'))
      .filter((path) => !notBuilt.test(path)),
  );
  const hash = createHash('sha256');
  for (const path of [...sourceFiles, ...found.sort()]) {
    const content = readFileSync(path);
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
