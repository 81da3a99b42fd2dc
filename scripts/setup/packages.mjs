import { createHash } from 'node:crypto';
import { lstat, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, faultOfFiles } from './fault.mjs';
import { missingPackages, thisMachine } from './lock.mjs';
import { faultOfNpm, runNpm } from './npm.mjs';
import { withProgress } from './progress.mjs';

/** Written after an install; says for which lock and which machine it was. */
const stampFile = 'node_modules/.reprise-packages';

/**
 * Installs the packages when they are missing or are not those of package-lock.json.
 * Throws a Fault that says why when that cannot be done.
 * @param {string} project
 * @param {{ withDev: boolean }} need whether what only building and testing need is needed too
 */
export async function ensurePackages(project, need) {
  const lockText = await readFile(join(project, 'package-lock.json'), 'utf8').catch((error) => {
    throw new Fault('package-lock.json cannot be read.', 'Get it back from git.', error);
  });
  const stamp = stampOf(lockText);
  if (await hasPackages(project, { lockText, stamp, ...need })) return;
  await refuseLink(project);
  await withProgress('Installing packages', async () => {
    const { status, output } = await runNpm(project, [
      'ci',
      // Building needs them, also where NODE_ENV=production would leave them out.
      '--include=dev',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
    if (status !== 0) throw faultOfNpm(output, project);
    await writeFile(join(project, stampFile), stamp).catch((error) => {
      throw faultOfFiles(error, project);
    });
  });
}

/**
 * @param {string} project
 * @param {{ lockText: string, stamp: string, withDev: boolean }} wanted
 */
async function hasPackages(project, { lockText, stamp, withDev }) {
  const installed = await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => ({}));
  const need = { withDev, ...thisMachine() };
  const missing = missingPackages(JSON.parse(lockText), installed, need);
  if (missing.required.length > 0) return false;
  if (missing.optional.length === 0) return true;
  // npm was asked for these already, for this lock and on this machine, and had its reasons.
  return (await readFile(join(project, stampFile), 'utf8').catch(() => '')) === stamp;
}

/**
 * npm empties the folder before it installs, and behind a link that is the folder of somebody else.
 * @param {string} project
 */
async function refuseLink(project) {
  const folder = await lstat(join(project, 'node_modules')).catch(() => undefined);
  if (!folder?.isSymbolicLink()) return;
  throw new Fault(
    'node_modules is a link, and what it leads to are not the packages of package-lock.json.',
    'Remove the link, or run `npm ci` in the project that it leads to.',
  );
}

/** @param {string} lockText */
function stampOf(lockText) {
  const lock = createHash('sha256').update(lockText).digest('hex');
  return `${lock} ${process.platform} ${process.arch}\n`;
}
