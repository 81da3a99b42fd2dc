import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type ListenOptions } from 'node:net';

/** Releases an address. */
export type Unlock = () => Promise<void>;

/** Listens at a local address (abstract socket, named pipe or file); undefined when another process does. */
export function listenExclusively(
  path: string,
  options?: ListenOptions,
): Promise<Unlock | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen({ ...options, path }, () => {
      server.unref();
      resolve(() => new Promise((closed) => server.close(() => closed())));
    });
  });
}

/**
 * Listens on a socket file in the folder, for Linux. A file that an ended process has left is replaced. Two processes that
 * start at the same moment could both replace it, so this is only safe together with another lock.
 */
export async function listenInFolder(folder: string): Promise<Unlock | undefined> {
  const descriptor = openSync(folder, 'r');
  // A socket's path may have 108 bytes. Through the descriptor it is short, however long the folder's path is.
  const path = `/proc/self/fd/${descriptor}/lock.socket`;
  let unlock: Unlock | undefined;
  try {
    unlock = await replaceStale(path);
  } finally {
    if (!unlock) closeSync(descriptor);
  }
  return (
    unlock &&
    (async () => {
      await unlock();
      closeSync(descriptor);
    })
  );
}

async function replaceStale(path: string): Promise<Unlock | undefined> {
  try {
    if (await isListening(path)) return undefined;
    await rm(path, { force: true });
    // The next process may belong to another user, and must be able to connect.
    return await listenExclusively(path, { writableAll: true });
  } catch (error) {
    // Some network shares do not support sockets.
    if (NO_SOCKET_SUPPORT.has((error as NodeJS.ErrnoException).code ?? '')) return async () => {};
    throw error;
  }
}

const NO_SOCKET_SUPPORT = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? resolve(false) : reject(error),
    );
  });
}
