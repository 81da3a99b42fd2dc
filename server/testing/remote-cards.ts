import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '../core/problem.ts';
import type { CardProvider } from '../providers/cards/port.ts';
import type { FakeCards } from './fake-cards.ts';

const methods = ['createIntent', 'findIntent', 'cancelIntent', 'refund'] as const;
type Method = (typeof methods)[number];
interface Asked {
  method: Method;
  argument: never;
}

/** Of so many answers one is lost after the provider has acted. */
const oneLostOf = 25;
const slowestMs = 15;

/**
 * Puts a fake provider behind a network, so that it lives on when the shop is killed. Its answers take a moment, and now
 * and then one is lost.
 */
export async function serveFakeCards(
  cards: FakeCards,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method, argument } = (await json(request)) as Asked;
    await pause(Math.random() * slowestMs);
    const answer = await cards[method](argument).then(
      (result) => ({ result }),
      (error: unknown) => ({ code: error instanceof Problem ? error.code : 'internal' }),
    );
    await pause(Math.random() * slowestMs);
    if (Math.random() * oneLostOf < 1) response.destroy();
    else response.end(JSON.stringify(answer));
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

/** The provider as the shop sees it, over the network. Webhooks are read by `reader`. */
export function remoteCards(url: string, reader: Pick<CardProvider, 'readEvent'>): CardProvider {
  async function ask<Result>(method: Method, argument: unknown): Promise<Result> {
    const reply = await fetch(url, { method: 'POST', body: JSON.stringify({ method, argument }) })
      .then((answer) => answer.json() as Promise<{ result: Result; code?: 'conflict' }>)
      .catch((cause: unknown) => {
        throw new Problem('unavailable', 'The card provider does not answer', { cause });
      });
    if (reply.code) throw new Problem(reply.code, 'The card provider refuses');
    return reply.result;
  }
  return {
    ...{ name: 'stripe', publishableKey: undefined, readEvent: reader.readEvent },
    createIntent: (request) => ask('createIntent', request),
    findIntent: (id) => ask('findIntent', id),
    cancelIntent: (id) => ask('cancelIntent', id),
    refund: (request) => ask('refund', request),
  };
}
