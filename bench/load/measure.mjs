import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/**
 * One round on one server.
 * @typedef {object} Round
 * @property {number} perSecond requests answered
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number | undefined} cpuMicroseconds time on a core per request, where the system tells (Linux)
 *
 * @typedef {object} VariedRequest
 * @property {string} path
 * @property {Record<string, string>} headers
 *
 * @typedef {object} Target
 * @property {string} url
 * @property {number} pid
 * @property {string[]} paths
 * @property {Record<string, string>} headers
 * @property {number} status
 * @property {() => VariedRequest} [next] the requests, if no two are the same; `paths` then only names them
 * @property {number} [amount] the number of requests, however long they take
 * @property {number} [connections] instead of the usual ones
 */

/** Browsers and crawlers of a busy shop at one time; twice the pool of the database. */
export const connections = 20;

/**
 * Sends requests for that many seconds, as fast as they are answered.
 * @param {Target} target
 * @param {number} seconds
 * @returns {Promise<Round>}
 */
export async function round({ url, pid, headers, status, ...target }, seconds) {
  const before = cpuSeconds(pid);
  const result = await autocannon({
    url,
    connections: target.connections ?? connections,
    duration: seconds,
    ...(target.amount !== undefined && { amount: target.amount }),
    headers,
    requests: requestsOf(target),
  });
  const after = cpuSeconds(pid);
  const answered = Object.entries(result.statusCodeStats).reduce(
    (sum, [code, { count }]) => sum + (Number(code) === status ? count : 0),
    0,
  );
  // The last requests are cut off by the end of the round and count nowhere.
  if (result.errors > 0 || answered !== result.requests.total) {
    const got = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}${target.paths[0]}: ${result.errors} errors, answers ${got}`);
  }
  return {
    perSecond: answered / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicroseconds:
      before === undefined || after === undefined ? undefined : ((after - before) * 1e6) / answered,
  };
}

/**
 * @param {Pick<Target, 'paths' | 'next'>} target
 * @returns {import('autocannon').Request[]}
 */
function requestsOf({ paths, next }) {
  if (next) {
    const method = /** @type {const} */ ('GET');
    return [{ method, path: '/', setupRequest: (request) => ({ ...request, ...next() }) }];
  }
  return paths.map((path) => ({ method: 'GET', path }));
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Linux counts in hundredths of a second (USER_HZ), in the 14th and 15th field. */
const ticksPerSecond = 100;

/**
 * The processor time that a process has used, all its threads together.
 * @param {number} pid
 * @returns {number | undefined}
 */
function cpuSeconds(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program stands in brackets and may hold spaces.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
