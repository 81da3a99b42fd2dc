import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../core/problem.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import type { FakeCards } from './fake-cards.ts';

const methods = ['createIntent', 'findIntent', 'cancelIntent', 'refund'] as const;
type Method = (typeof methods)[number];
interface MethodCall {
  method: Method;
  argument: never;
}

/** Share of responses that are lost after the provider has processed the call. */
const lossRate = 1 / 25;
const maxDelayMs = 15;

/**
 * Serves a fake card provider over HTTP, so that it survives when the application is killed. Responses are delayed, and
 * some are lost.
 */
export async function serveFakeCards(
  cards: FakeCards,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method, argument } = (await json(request)) as MethodCall;
    await pause(Math.random() * maxDelayMs);
    const outcome = await cards[method](argument).then(
      (result) => ({ result }),
      (error: unknown) => ({ code: error instanceof Problem ? error.code : 'internal' }),
    );
    await pause(Math.random() * maxDelayMs);
    if (Math.random() < lossRate) response.destroy();
    else response.end(JSON.stringify(outcome));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A client of `serveFakeCards` for the application. `reader` parses the webhooks. */
export function remoteCards(url: string, reader: Pick<CardProvider, 'readEvent'>): CardProvider {
  async function call<Result>(method: Method, argument: unknown): Promise<Result> {
    const outcome = await fetch(url, { method: 'POST', body: JSON.stringify({ method, argument }) })
      .then((response) => response.json() as Promise<{ result: Result; code?: 'conflict' }>)
      .catch((cause: unknown) => {
        throw new Problem('unavailable', 'The card provider does not answer', { cause });
      });
    if (outcome.code) throw new Problem(outcome.code, 'The card provider refuses');
    return outcome.result;
  }
  return {
    name: 'stripe',
    publishableKey: undefined,
    readEvent: reader.readEvent,
    createIntent: (request) => call('createIntent', request),
    findIntent: (id) => call('findIntent', id),
    cancelIntent: (id) => call('cancelIntent', id),
    refund: (request) => call('refund', request),
  };
}
