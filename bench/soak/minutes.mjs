import { readFileSync } from 'node:fs';

/** Linux counts memory in pages. */
const pageBytes = 4_096;

/**
 * One minute of the run; times in milliseconds.
 * @typedef {object} Minute
 * @property {number} requests
 * @property {Record<import('./client.mjs').Kind, { count: number, p50: number, p99: number }>} kinds
 * @property {number} waiting visits that were under way at its end
 * @property {number} residentMb memory of the shop at its end
 */

const kinds = /** @type {const} */ (['page', 'list', 'search', 'write', 'upload']);

/**
 * Collects minute by minute how long requests took and how much memory the shop's process has.
 * @param {number} pid of the shop
 */
export function openMinutes(pid) {
  /** @type {Minute[]} */
  const minutes = [];
  /** @type {string[]} */
  const problems = [];
  let times = noTimes();

  return {
    /** @param {import('./client.mjs').Kind} kind @param {number} ms */
    answered: (kind, ms) => void times[kind].push(ms),
    /** @param {unknown} error */
    failed: (error) => void problems.push(String(error)),
    /** What was measured before does not count. */
    begin() {
      times = noTimes();
    },
    /** Ends a minute. @param {number} waiting */
    async next(waiting) {
      const over = times;
      times = noTimes();
      const measured = kinds.map((kind) => [kind, summary(over[kind])]);
      const minute = {
        requests: kinds.reduce((sum, kind) => sum + over[kind].length, 0),
        kinds: /** @type {Minute['kinds']} */ (Object.fromEntries(measured)),
        waiting,
        residentMb: residentMb(pid),
      };
      minutes.push(minute);
      return { ...minute, number: minutes.length, problems: problems.length };
    },
    outcome: () => ({ minutes, problems }),
  };
}

/** @returns {Record<import('./client.mjs').Kind, number[]>} */
const noTimes = () => ({ page: [], list: [], search: [], write: [], upload: [] });

/** @param {number[]} times */
function summary(times) {
  times.sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { count: times.length, p50: at(0.5), p99: at(0.99) };
}

/** @param {number} pid */
function residentMb(pid) {
  const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Math.round((Number(pages) * pageBytes) / 1_000_000);
}
