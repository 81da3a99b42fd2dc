import { spawn } from 'node:child_process';

/** What `npm start` prints when a part begins; the first one that fits names the time until the next. */
const beginnings = [
  { part: 'install', sign: 'Installing packages' },
  { part: 'build', sign: 'Building the pages' },
];
const lastOfBuild = /JavaScript \(gzip\).*\n/;
const open = / is open at (http:\/\/\S+)/;

/**
 * @typedef {object} TimedStart
 * @property {string} name
 * @property {Record<'npm' | 'install' | 'build' | 'open' | 'all', number>} seconds
 */

/**
 * Runs `npm start` until the shop answers with its home page, and stops it again.
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<TimedStart>}
 */
export async function timedStart(folder, name) {
  const { PATH = '', HOME = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    const { url, marks } = await untilOpen(child.stdout, ended, startedAt);
    const home = await fetch(url);
    await home.text();
    if (!home.ok) throw new Error(`The home page answered ${home.status}`);
    return { name, seconds: parts(marks, (performance.now() - startedAt) / 1_000) };
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/**
 * @typedef {Partial<Record<'install' | 'build' | 'built', number>>} Marks seconds after the start
 *
 * @param {import('node:stream').Readable} output
 * @param {Promise<unknown>} ended
 * @param {number} startedAt
 * @returns {Promise<{ url: string, marks: Marks }>}
 */
function untilOpen(output, ended, startedAt) {
  return new Promise((resolve, reject) => {
    let printed = '';
    /** @type {Record<string, number>} */
    const marks = {};
    output.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const now = (performance.now() - startedAt) / 1_000;
      for (const { part, sign } of beginnings) if (printed.includes(sign)) marks[part] ??= now;
      if (lastOfBuild.test(printed)) marks.built ??= now;
      const url = open.exec(printed)?.[1];
      if (url) resolve({ url, marks });
    });
    void ended.then(() => reject(new Error(`The shop did not open. It printed:\n${printed}`)));
  });
}

/**
 * The time until the first part is npm's own and the checks'; what did not happen took no time.
 * @param {Marks} marks
 * @param {number} all
 */
function parts({ install, build, built }, all) {
  const beginsWork = install ?? build;
  return {
    npm: beginsWork ?? 0,
    install: install === undefined ? 0 : (build ?? all) - install,
    build: build === undefined ? 0 : (built ?? all) - build,
    open: all - (built ?? 0),
    all,
  };
}
