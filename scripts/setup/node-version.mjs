// This file and the scripts that npm runs keep to a syntax that an old Node understands, so that it gets as far as the
// sentence below instead of a syntax error.

/** The oldest Node that Reprise runs on, as in package.json's `engines`. */
export const oldestNode = '20.19';

/**
 * @param {string} version as in `process.versions.node`
 * @returns {string | undefined} what is wrong with it, undefined when nothing is
 */
export function faultOfNode(version) {
  if (rank(version) >= rank(oldestNode)) return undefined;
  return `Reprise needs Node ${oldestNode} or newer, and this is Node ${version}.
Install Node 24 from https://nodejs.org and try again.`;
}

/**
 * Goes on with `next` on a Node that can; says plainly what is needed on one that cannot.
 * @param {() => Promise<unknown>} next
 */
export function onRightNode(next) {
  const fault = faultOfNode(process.versions.node);
  if (fault === undefined) return next();
  process.stderr.write(`\n${fault}\n\n`);
  process.exitCode = 1;
  return Promise.resolve();
}

/**
 * Major and minor as one number that grows with the version.
 * @param {string} version
 */
function rank(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
}
