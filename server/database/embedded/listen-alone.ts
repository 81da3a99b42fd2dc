import { closeSync, openSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type ListenOptions } from 'node:net';

/** Gives an address free again. */
export type LetGo = () => Promise<void>;

/** Listens at a local address (abstract socket, named pipe or file); undefined when somebody else does. */
export function listenAlone(path: string, options?: ListenOptions): Promise<LetGo | undefined> {
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
 * The same in a file of the folder, for Linux; a file that was left by the dead is taken over. Two who start in the same
 * instant could both take it over, so it completes another lock and replaces none.
 */
export async function listenAloneIn(folder: string): Promise<LetGo | undefined> {
  const descriptor = openSync(folder, 'r');
  // A socket's path may have 108 bytes; by the descriptor it is short, however deep the folder lies.
  const path = `/proc/self/fd/${descriptor}/lock.socket`;
  let letGo: LetGo | undefined;
  try {
    letGo = await takeOver(path);
  } finally {
    if (!letGo) closeSync(descriptor);
  }
  return (
    letGo &&
    (async () => {
      await letGo();
      closeSync(descriptor);
    })
  );
}

async function takeOver(path: string): Promise<LetGo | undefined> {
  try {
    if (await answers(path)) return undefined;
    await rm(path, { force: true });
    // Whoever it is that comes next must be able to knock.
    return await listenAlone(path, { writableAll: true });
  } catch (error) {
    // Some network shares hold no sockets at all.
    if (HOLDS_NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) return async () => {};
    throw error;
  }
}

const HOLDS_NO_SOCKETS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL']);

function answers(path: string): Promise<boolean> {
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
