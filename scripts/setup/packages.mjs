import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { ensure } from './ensure.mjs';
import { run } from './run.mjs';

const folder = 'node_modules';
const stampFile = `${folder}/.reprise-packages`;

/** Installs the packages of package-lock.json unless they are there. */
export const installPackages = () =>
  // An install for production only leaves Vite out.
  ensure(() => existsSync(`${folder}/vite`) && areInstalled(), install);

/** The same, but packages for building and testing may be missing. */
export const installProductionPackages = () => ensure(areInstalled, install);

function areInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return true;
  // A manual `npm install` or `npm ci` writes no stamp of ours, but ends with this file of its own.
  const installedAt = modifiedAt(`${folder}/.package-lock.json`);
  return installedAt > modifiedAt(stampFile) && installedAt >= modifiedAt('package-lock.json');
}

async function install() {
  // `npm ci` empties the folder first, and behind a link that is the folder of another project.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    process.stderr.write(
      'node_modules is a link to packages that are not those of package-lock.json.\n' +
        'Remove the link, or run `npm ci` in the project that it leads to.\n',
    );
    process.exit(1);
  }
  // Building needs development packages also where NODE_ENV=production would leave them out.
  const options = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  const installed = run('npm', ['ci', ...options, '--loglevel=error'], {
    // On Windows npm is a script for the shell.
    shell: process.platform === 'win32',
  });
  process.stdout.write('Installing packages\n');
  await installed;
  writeFileSync(stampFile, stamp());
}

/** Packages with native parts differ by platform. */
function stamp() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  return `${lock} ${process.platform} ${process.arch}`;
}

/** @param {string} file */
const modifiedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
