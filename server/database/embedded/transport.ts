import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * The ways in which clients connect to the embedded server. Both need the password; neither is open to other machines.
 */
export type Transport = { kind: 'socket' | 'tcp'; port: number };

/** The role and the database that the shop uses. The role is no superuser. */
export const SHOP = 'reprise';

const SOCKET_PORT = 5432;
/** The socket file in the cluster. PostgreSQL creates a lock file of the same name with `.lock` appended. */
export const SOCKET_FILE = `.s.PGSQL.${SOCKET_PORT}`;
/** The shortest limit among the systems that we run on (macOS: 104 bytes with the closing zero; Linux: 108). */
const LONGEST_SOCKET_PATH = 103;

/** A socket in the cluster if its path is short enough for the system, otherwise a free port of 127.0.0.1. */
export async function chooseTransport(cluster: string): Promise<Transport> {
  const path = join(cluster, SOCKET_FILE);
  if (process.platform !== 'win32' && Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) {
    return { kind: 'socket', port: SOCKET_PORT };
  }
  return chooseTcp();
}

export async function chooseTcp(): Promise<Transport> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { kind: 'tcp', port };
}

/** The address on which a running server listens, from its pid file. */
export function transportOf(pidFile: { socketFolder: string; port: number }): Transport {
  return { kind: pidFile.socketFolder ? 'socket' : 'tcp', port: pidFile.port };
}

/** The address of the shop's database. Contains the password: never log it. */
export function databaseUrl(transport: Transport, cluster: string, password: string): string {
  const host = transport.kind === 'tcp' ? '127.0.0.1' : 'localhost';
  const address = `postgres://${SHOP}:${password}@${host}:${transport.port}/${SHOP}`;
  return transport.kind === 'tcp' ? address : `${address}?host=${encodeURIComponent(cluster)}`;
}
