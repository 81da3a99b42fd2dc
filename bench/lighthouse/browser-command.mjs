import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @typedef {object} BrowserCommand
 * @property {string} path what Lighthouse starts
 * @property {string[]} flags
 * @property {string} version
 * @property {() => Promise<void>} forget
 */

/**
 * The browser of the browser tests as one program: it may need libraries and fonts of its own, which nothing else that
 * Lighthouse starts must get to see.
 * @param {{ executablePath?: string, args?: string[], env?: Record<string, string | undefined> }} chosen
 * @returns {Promise<BrowserCommand>}
 */
export async function browserCommand({ executablePath = '', args = [], env }) {
  const flags = ['--headless=new', ...args];
  if (!env) {
    return {
      path: executablePath,
      flags,
      version: versionOf(executablePath),
      forget: async () => undefined,
    };
  }
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-browser-'));
  const path = join(folder, 'chromium');
  const settings = Object.entries(env)
    .filter(([name, value]) => value !== process.env[name])
    .map(([name, value]) => `export ${name}=${quoted(value ?? '')}`);
  await writeFile(
    path,
    ['#!/bin/sh', ...settings, `exec ${quoted(executablePath)} "$@"`, ''].join('\n'),
  );
  await chmod(path, 0o755);
  return {
    path,
    flags,
    version: versionOf(path),
    forget: () => rm(folder, { recursive: true, force: true }),
  };
}

/** @param {string} path */
const versionOf = (path) =>
  execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim();

/** @param {string} text for a shell */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
