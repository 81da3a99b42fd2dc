import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** What a build is made from. Tests and the demo's pictures are in these folders, and in no build. */
const sources = [
  'web',
  'contract',
  'server',
  'demo',
  'scripts/build',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package-lock.json',
];
const notBuilt =
  /\.(test\.tsx?|sql|md)$|^demo\/pictures\/|^server\/(testing|database\/migrations)\//;

const stampFile = 'dist/.made-from';
const results = ['dist/web/index.html', 'dist/ssr/entry-server.js', 'dist/server/main.js'];

/**
 * Whether what is built was made from other sources than those that lie here now.
 * @param {string} project
 */
export async function needsBuild(project) {
  if (!results.every((path) => existsSync(join(project, path)))) return true;
  const stamp = await readFile(join(project, stampFile), 'utf8').catch(() => '');
  return stamp !== (await stampOfSources(project));
}

/** @param {string} project */
export async function forgetBuild(project) {
  await rm(join(project, stampFile), { force: true });
}

/** @param {string} project */
export async function rememberBuild(project) {
  await mkdir(join(project, 'dist'), { recursive: true });
  await writeFile(join(project, stampFile), await stampOfSources(project));
}

/**
 * The same for the same names and contents, whatever the dates: a copy or a fresh checkout of the same is not rebuilt.
 * @param {string} project
 */
export async function stampOfSources(project) {
  const files = (await Promise.all(sources.map((path) => filesIn(join(project, path))))).flat();
  const named = files
    .map((path) => ({ path, name: relative(project, path).split(sep).join('/') }))
    .filter(({ name }) => !notBuilt.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const contents = await Promise.all(named.map(({ path }) => readFile(path)));
  const hash = createHash('sha256');
  named.forEach(({ name }, index) => {
    const content = contents[index] ?? '';
    hash.update(`${name}\0${content.length}\0`).update(content);
  });
  return hash.digest('hex');
}

/**
 * A folder's files, however deep, or the file itself. What does not exist has none.
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function filesIn(path) {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOTDIR') return [path];
    if (code === 'ENOENT') return [];
    throw error;
  }
}
