import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * What the link does: passes everything on; takes connections and passes nothing on; refuses connections and has ended those
 * there were; or answers as PostgreSQL does when it has no connection left.
 */
type LinkState = 'open' | 'silent' | 'refused' | 'too many clients';

export interface FaultyLink {
  port: number;
  /** Milliseconds by which everything is late, in both directions. */
  delayMs: number;
  become(state: LinkState): Promise<void>;
  close(): Promise<void>;
}

/** Opens a port of 127.0.0.1 that leads to a port or a socket file and can be faulty. */
export async function openFaultyLink(to: { port: number; host: string } | { path: string }) {
  const sockets = new Set<Socket>();
  let state: LinkState = 'open';
  let listener: Server = await listen(0);

  async function listen(port: number): Promise<Server> {
    const server = createServer(accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  function accept(client: Socket): void {
    track(client);
    if (state === 'too many clients') {
      client.once('data', () => client.end(tooManyClients));
      return;
    }
    const server = track(connect(to));
    forward(client, server);
    forward(server, client);
  }

  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    return socket;
  }

  function forward(from: Socket, onto: Socket): void {
    let waiting = 0;
    let last: Promise<unknown> = Promise.resolve();
    from.on('data', (bytes) => {
      if (state === 'silent') return;
      if (link.delayMs === 0 && waiting === 0) return void onto.write(bytes);
      waiting += 1;
      // What came before goes first, whatever the delay is now.
      last = Promise.all([last, pause(link.delayMs)]).then(() => {
        waiting -= 1;
        onto.write(bytes);
      });
    });
    from.once('close', () => {
      if (state !== 'silent') onto.destroy();
    });
  }

  const { port } = listener.address() as AddressInfo;
  const link: FaultyLink = {
    port,
    delayMs: 0,
    async become(next) {
      const wasRefused = state === 'refused';
      state = next;
      if (next === 'refused') listener.close();
      else if (wasRefused) listener = await listen(port);
      // What was silent is out of step and of no use any more.
      if (next !== 'silent') for (const socket of sockets) socket.destroy();
    },
    async close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return link;
}

/** An ErrorResponse of PostgreSQL's protocol with SQLSTATE 53300. */
const tooManyClients = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '53300',
  M: 'sorry, too many clients already',
});

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const body = `${Object.entries(fields)
    .map(([key, value]) => `${key}${value}\0`)
    .join('')}\0`;
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(body)]);
}
