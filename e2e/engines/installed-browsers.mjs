import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */

/**
 * A program that an engine needs: the names under which it is installed, the folders beside those of PATH, and the Debian
 * package that has it.
 * @typedef {{ names: readonly string[], package: string, folders?: () => string[] }} Program
 */

/** @type {Readonly<Record<EngineName, Readonly<Record<string, Program>>>>} */
const programs = {
  chromium: {
    browser: { names: ['chromium', 'google-chrome'], package: 'chromium' },
    driver: { names: ['chromedriver'], package: 'chromium-driver' },
  },
  firefox: {
    browser: { names: ['firefox-esr', 'firefox'], package: 'firefox-esr' },
  },
  webkit: {
    // It comes with the library, on which the driver depends.
    browser: { names: ['MiniBrowser'], package: 'webkit2gtk-driver', folders: webkitFolders },
    driver: { names: ['WebKitWebDriver'], package: 'webkit2gtk-driver' },
    display: { names: ['Xvfb'], package: 'xvfb' },
  },
};

/** @type {readonly EngineName[]} */
export const engineNames = ['chromium', 'firefox', 'webkit'];

/**
 * The path of a program of an engine.
 * @param {EngineName} engine
 * @param {string} program
 * @returns {string}
 */
export function programPath(engine, program) {
  const wanted = programs[engine][program];
  const path = wanted && find(wanted);
  if (!path) throw new Error(`${program} of ${engine} is not installed`);
  return path;
}

/**
 * The Debian packages that these engines need and this machine does not have.
 * @param {readonly EngineName[]} engines
 * @returns {string[]}
 */
export function missingPackages(engines) {
  const wanted = engines.flatMap((engine) => Object.values(programs[engine]));
  const missing = wanted.filter((program) => find(program) === undefined);
  return [...new Set(missing.map((program) => program.package))];
}

/**
 * @param {Program} program
 * @returns {string | undefined}
 */
function find({ names, folders }) {
  const places = [
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
    ...(folders?.() ?? []),
  ];
  return places.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1` on Debian, `/usr/libexec/webkit2gtk-4.1` on Fedora. */
function webkitFolders() {
  const above = ['/usr/libexec', '/usr/lib', ...subfolders('/usr/lib', /-linux-gnu/)];
  return above.flatMap((folder) => subfolders(folder, /^webkit2?gtk-/));
}

/**
 * @param {string} folder
 * @param {RegExp} name
 */
function subfolders(folder, name) {
  try {
    const found = readdirSync(folder).filter((entry) => name.test(entry));
    return found.map((entry) => join(folder, entry));
  } catch {
    return [];
  }
}
