import type { FastifyInstance } from 'fastify';
import { toListenError, toUrl } from './listen-address.ts';

/** @returns the URL, with the port that the system assigned for PORT=0 */
export async function listen(app: FastifyInstance, listenAddress: { host: string; port: number }) {
  await app.listen(listenAddress).catch((error) => {
    throw toListenError(error, listenAddress);
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : listenAddress.port;
  return toUrl({ host: listenAddress.host, port });
}

/** Closes keep-alive connections as soon as their last request has finished, and all others after the time limit. */
export async function closeApp(app: FastifyInstance, finishWithinMs: number): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 50);
  // The database is stopped after the app, so a slow client must not delay closing forever.
  const closeRest = setTimeout(() => app.server.closeAllConnections(), finishWithinMs);
  await app.close().finally(() => {
    clearInterval(closeIdle);
    clearTimeout(closeRest);
  });
}
