import { createServer } from 'node:net';
import { StartupError } from '../core/startup-error.ts';

interface Place {
  host: string;
  port: number;
}

/**
 * Makes sure, before anything slow is done, that the port can be had.
 * @throws StartupError when it is taken, not allowed, or the host is not one of this machine
 */
export async function requireFreePort({ host, port }: Place): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(toListenError(error, { host, port })));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

/** A failure to listen, in words that help; other errors as they are. */
export function toListenError(error: NodeJS.ErrnoException, { host, port }: Place): Error {
  const faults: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} is taken. Perhaps Reprise is running already.`,
      'Stop what uses it, or choose another with PORT=3001 (PORT=0 takes any free one).',
    ],
    EACCES: [`Port ${port} may not be used by this user.`, 'Choose one above 1023 with PORT=3000.'],
    EADDRNOTAVAIL: [`${host} is no address of this machine.`, 'Set HOST to one that is.'],
    ENOTFOUND: [`The host ${host} is not known.`, 'Set HOST to an address of this machine.'],
  };
  const [message, remedy] = faults[error.code ?? ''] ?? [];
  return message && remedy ? new StartupError(message, remedy, { cause: error }) : error;
}

/**
 * The names under which a browser on this machine reaches an address that was not configured: who listens at 127.0.0.1 is
 * visited as localhost too. The first is the address itself.
 */
export function localOrigins(address: string): readonly string[] {
  const { hostname, port } = new URL(address);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  if (!loopback.includes(hostname)) return [address];
  return [address, ...loopback.map((name) => `http://${name}:${port}`)].filter(
    (name, index, all) => all.indexOf(name) === index,
  );
}

/** How the address is written for a browser on this machine. */
export function toUrl({ host, port }: Place): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
