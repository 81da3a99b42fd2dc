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
 * @property {string[]} [libc]
 *
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lock
 *
 * @typedef {object} Machine in npm's words
 * @property {string} os
 * @property {string} cpu
 * @property {string} libc '' where there are not several
 */

/**
 * What of a lock is not installed as locked, on this machine.
 * @param {Lock} lock package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, in which npm writes what it put there
 * @param {Machine & { withDev: boolean }} need `withDev`: what only building and testing need is needed too
 * @returns {{ required: string[], optional: string[] }} npm may have left the optional ones out for a reason
 */
export function missingPackages(lock, installed, need) {
  /** @type {{ required: string[], optional: string[] }} */
  const missing = { required: [], optional: [] };
  for (const [path, wanted] of Object.entries(lock.packages ?? {})) {
    const found = installed.packages?.[path];
    const isThere = found?.version === wanted.version && found?.integrity === wanted.integrity;
    if (path === '' || isThere || !isFor(wanted, need)) continue;
    if ((wanted.dev || wanted.devOptional) && !need.withDev) continue;
    const isOptional = wanted.optional || wanted.devOptional;
    // Those for one machine are what some package cannot run without; of the others npm leaves out what nobody needs.
    if (isOptional && !wanted.os) continue;
    missing[isOptional ? 'optional' : 'required'].push(path);
  }
  return missing;
}

/** @returns {Machine} */
export function thisMachine() {
  return {
    os: process.platform,
    cpu: process.arch,
    libc: process.platform === 'linux' ? libc() : '',
  };
}

function libc() {
  if (process.report === undefined) return 'glibc';
  // Without this the report asks the network for the name of every open connection.
  Object.assign(process.report, { excludeNetwork: true });
  const { header } = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report.getReport()
  );
  return header?.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * @param {LockedPackage} wanted
 * @param {Machine} machine
 */
function isFor(wanted, machine) {
  return (
    fits(wanted.os, machine.os) && fits(wanted.cpu, machine.cpu) && fits(wanted.libc, machine.libc)
  );
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
