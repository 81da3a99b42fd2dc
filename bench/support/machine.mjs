import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './project.mjs';

/**
 * What every figure needs: date, commit, machine.
 * @typedef {object} Setting
 * @property {string} date
 * @property {string} commit
 * @property {string} machine
 * @property {string} node
 * @property {Record<string, string>} versions
 * @property {number} loadBefore how many programs wanted a core in the minute before
 */

/**
 * @param {readonly string[]} packages whose versions matter
 * @returns {Setting}
 */
export function setting(packages) {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const [lastMinute = 0] = loadavg();
  return {
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
    commit: commit(),
    machine: `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${gigabytes} GB, ${type()} ${release()}`,
    node: process.version,
    versions: Object.fromEntries(packages.map((name) => [name, versionOf(name)])),
    loadBefore: Math.round(lastMinute * 10) / 10,
  };
}

/**
 * The setting as lines of Markdown.
 * @param {Setting} found
 */
export function describeSetting(found) {
  const versions = Object.entries(found.versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- ${found.date} UTC, commit ${found.commit}`,
    `- ${found.machine}; load average before the run ${found.loadBefore}`,
    `- Node ${found.node}${versions.length > 0 ? `, ${versions.join(', ')}` : ''}`,
  ].join('\n');
}

/** @param {string} name */
function versionOf(name) {
  const path = join(projectFolder, 'node_modules', name, 'package.json');
  return String(JSON.parse(readFileSync(path, 'utf8')).version);
}

/** The commit, and whether the files differ from it. */
function commit() {
  /** @param {string[]} words */
  const git = (...words) =>
    execFileSync('git', words, { cwd: projectFolder, encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--', 'contract', 'server', 'web', 'demo');
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes' : '');
  } catch {
    return 'unknown';
  }
}
