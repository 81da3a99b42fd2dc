import { Fault } from '../setup/fault.mjs';

/**
 * postgres.js 3.4.9 (porsager/postgres, issues 1154 and 1208) writes to a connection that has closed: a statement of a
 * transaction whose connection was lost ends the whole process, and bytes that were waiting when a connection closed keep
 * its successor from ever opening. Besides, a statement that came between the fault of a connection and its end stays in
 * line, and takes the answer of another one later. All this is mended where the driver is loaded, until a release does it.
 * When the driver's text changes the mending fails loudly, because then it has to be looked at again.
 */
const mendings = /** @type {const} */ ([
  [
    `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
`,
    // True: this connection can take more, once it has been opened again. Any other answer would keep it from that.
    `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
    if (!socket) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
`,
  ],
  [`    !hadError && (query || sent.length) && error(`, `    ;(query || sent.length) && error(`],
  [
    `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
    `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
  ],
  [
    `  function nextWrite(fn) {
    const x`,
    `  function nextWrite(fn) {
    if (!socket) {
      chunk = nextWriteTimer = null
      return true
    }
    const x`,
  ],
]);

/** The packages that have to go through the bundler for it. */
export const mendedPackages = ['postgres'];

/**
 * Mends the database driver, in the build, while developing, and in tests.
 * @returns {import('vite').Plugin}
 */
export function mendDriver() {
  return {
    name: 'mend-driver',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/postgres\/src\/connection\.js$/.test(id.replaceAll('\\', '/'))) return null;
      // Without a map of its own: the builder would warn of lines that have moved.
      return { code: mendings.reduce(mend, code), map: { mappings: '' } };
    },
  };
}

/**
 * @param {string} text
 * @param {typeof mendings[number]} mending
 */
function mend(text, [fault, mended]) {
  if (text.split(fault).length !== 2) {
    throw new Fault('postgres.js has changed: look at scripts/build/mend-driver.mjs again.');
  }
  return text.replace(fault, () => mended);
}
