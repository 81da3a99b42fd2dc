import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, faultOfFiles } from './fault.mjs';
import { faultOfNpm, runNpm } from './npm.mjs';
import { withProgress } from './progress.mjs';

/** Written after an install; says for which lock and which machine it was. */
const stampFile = 'node_modules/.reprise-packages';

/**
 * What a lock file says of one package.
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 *
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 *
 * @typedef {object} Need
 * @property {boolean} withDev whether what only building and testing need is needed too
 */

/**
 * Installs the packages when they are missing or are not those of package-lock.json.
 * Throws a Fault that says why when npm cannot.
 * @param {string} project
 * @param {Need} need
 */
export async function ensurePackages(project, need) {
  const lockText = await readFile(join(project, 'package-lock.json'), 'utf8').catch((error) => {
    throw new Fault(
      'package-lock.json is missing or cannot be read.',
      'Get it back from git.',
      error,
    );
  });
  const stamp = stampOf(lockText);
  if (await hasPackages(project, lockText, stamp, need)) return;
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
 * The packages of the lock that this machine needs and that are not installed as locked.
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, in which npm writes what it put there
 * @param {Need & { os: string, cpu: string }} need
 * @returns {string[]}
 */
export function missingPackages(lock, installed, need) {
  return Object.entries(lock.packages ?? {})
    .filter(([path, wanted]) => path !== '' && isNeeded(wanted, need))
    .filter(([path, wanted]) => {
      const found = installed.packages?.[path];
      return found?.version !== wanted.version || found?.integrity !== wanted.integrity;
    })
    .map(([path]) => path);
}

/**
 * @param {string} project
 * @param {string} lockText
 * @param {string} stamp
 * @param {Need} need
 */
async function hasPackages(project, lockText, stamp, need) {
  if (!existsSync(join(project, 'node_modules'))) return false;
  const kept = await readFile(join(project, stampFile), 'utf8').catch(() => '');
  if (kept === stamp) return true;
  const installed = await readFile(join(project, 'node_modules/.package-lock.json'), 'utf8')
    .then((text) => JSON.parse(text))
    .catch(() => ({}));
  const machine = { os: process.platform, cpu: process.arch };
  return missingPackages(JSON.parse(lockText), installed, { ...need, ...machine }).length === 0;
}

/**
 * @param {LockedPackage} wanted
 * @param {Need & { os: string, cpu: string }} need
 */
function isNeeded(wanted, need) {
  if (wanted.dev && !need.withDev) return false;
  if (wanted.devOptional && !need.withDev) return false;
  const isForHere = fits(wanted.os, need.os) && fits(wanted.cpu, need.cpu);
  // An optional package without a platform may have been left out by npm for reasons of its own.
  const isOptional = Boolean(wanted.optional || wanted.devOptional);
  return isForHere && (!isOptional || Boolean(wanted.os));
}

/**
 * Reads npm's lists, in which `!win32` means all but Windows.
 * @param {string[] | undefined} list
 * @param {string} value
 */
function fits(list, value) {
  if (!list || list.length === 0) return true;
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.every((entry) => entry.startsWith('!'));
}

/** @param {string} lockText */
function stampOf(lockText) {
  const lock = createHash('sha256').update(lockText).digest('hex');
  return `${lock} ${process.platform} ${process.arch}\n`;
}
