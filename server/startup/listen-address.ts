import { createServer } from 'node:net';
import { StartupError } from '../core/startup-error.ts';

interface ListenAddress {
  host: string;
  port: number;
}

/** The settings that an address comes from. */
const shopSettings = { host: 'HOST', port: 'PORT' };
export const metricsSettings = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

/**
 * Checks that the port is free, before the slow steps of starting.
 * @throws StartupError when it is in use, not permitted, or the host is not an address of this machine
 */
export async function requireFreePort(
  { host, port }: ListenAddress,
  settings = shopSettings,
): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(toListenError(error, { host, port }, settings)));
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

/** Translates an error of `listen` into a StartupError with a remedy; other errors are returned unchanged. */
export function toListenError(
  error: NodeJS.ErrnoException,
  { host, port }: ListenAddress,
  settings = shopSettings,
): Error {
  const faults: Record<string, [string, string]> = {
    EADDRINUSE: [
      `Port ${port} is taken. Perhaps the shop is running already.`,
      `Stop what uses it, or choose another with ${settings.port}=3001 (${settings.port}=0 takes any free one).`,
    ],
    EACCES: [
      `Port ${port} may not be used by this user.`,
      `Choose one above 1023 with ${settings.port}=3000.`,
    ],
    EADDRNOTAVAIL: [
      `${host} is no address of this machine.`,
      `Set ${settings.host} to one that is.`,
    ],
    ENOTFOUND: [
      `The host ${host} is not known.`,
      `Set ${settings.host} to an address of this machine.`,
    ],
  };
  const [message, remedy] = faults[error.code ?? ''] ?? [];
  return message && remedy ? new StartupError(message, remedy, { cause: error }) : error;
}

/**
 * The origins under which a browser on this machine reaches the server when PUBLIC_URL is not set: a server on 127.0.0.1
 * is also reached as localhost. The first one is the URL itself.
 */
export function localOrigins(url: string): readonly string[] {
  const { hostname, port } = new URL(url);
  const loopback = ['localhost', '127.0.0.1', '[::1]'];
  if (!loopback.includes(hostname)) return [url];
  return [url, ...loopback.map((name) => `http://${name}:${port}`)].filter(
    (name, index, all) => all.indexOf(name) === index,
  );
}

/** The URL for a browser on this machine. */
export function toUrl({ host, port }: ListenAddress): string {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
