import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { Fault, faultOfFiles } from './fault.mjs';

/** How much of npm's own words is shown when none of the reasons below fits. */
const shownLines = 12;

/**
 * Runs npm quietly and gathers what it says. Uses the npm that started us, where one did.
 * @param {string} folder
 * @param {string[]} words
 * @returns {Promise<{ status: number, output: string }>}
 */
export function runNpm(folder, words) {
  const own = process.env.npm_execpath;
  const isNpm = own !== undefined && basename(own) === 'npm-cli.js';
  const child = isNpm
    ? spawn(process.execPath, [own, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    : // Windows has npm as a script for its shell. All words are constants of ours.
      spawn('npm', words, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        shell: process.platform === 'win32',
      });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ status: 1, output: `npm did not run: ${error.message}` }),
    );
    child.on('close', (status) => resolve({ status: status ?? 1, output }));
  });
}

/**
 * Why npm could not install, in a sentence.
 * @param {string} output what npm said
 * @param {string} folder
 */
export function faultOfNpm(output, folder) {
  const files = faultOfFiles(new Error(output), folder);
  if (files instanceof Fault) return files;
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/.test(
      output,
    )
  ) {
    return new Fault(
      'The packages could not be fetched: the npm registry cannot be reached.',
      'Check the network (or the proxy that npm is told to use) and try again.',
    );
  }
  if (/\bEUSAGE\b/.test(output)) {
    return new Fault(
      'package.json and package-lock.json do not agree.',
      'Run `npm install`, or get both back from git.',
    );
  }
  if (/npm did not run/.test(output)) {
    return new Fault(output, 'npm comes with Node: install Node 24 from https://nodejs.org.');
  }
  const tail = output.trim().split('\n').slice(-shownLines).join('\n');
  return new Fault(`npm could not install the packages:\n${tail}`);
}
