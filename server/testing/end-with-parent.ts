/**
 * Options of Node with which a server that a test starts ends when the process that started it is gone, however that ended.
 * Its standard input must be a pipe.
 */
export const endWithParent = ['--import', new URL('exit-with-stdin.mjs', import.meta.url).href];
