import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { receiveCardEvent } from '#contract/payments.ts';
import { apiBase } from '../http/api-base.ts';
import type { Handlers } from '../http/handlers.ts';
import { confirmPayment } from './confirm.ts';
import { hearEvent } from './hear.ts';
import { openIntent } from './open-intent.ts';
import type { PaymentParts } from './parts.ts';

export function paymentHandlers(parts: PaymentParts): Handlers {
  return {
    createPaymentIntent: ({ body, caller }) => openIntent(parts, caller.id, body),

    recordPayment: async ({ body, caller }) => ({
      acknowledged: true,
      insertedId: await confirmPayment(parts, caller, body),
    }),
  };
}

/** Far more than any event of a card provider is long. */
const longestEventBytes = 256 * 1024;
/**
 * After an outage a provider sends what it kept back, from few addresses at once; the bound of other calls would only make
 * it wait longer. What is not signed costs little more than reading it.
 */
const eventRate = { max: 6_000, timeWindow: '1 minute' };

/**
 * Binds the call `receiveCardEvent`. It stands apart from the other calls because its signature covers the bytes that
 * were sent: they are read as they are, whatever they say they are, by a parser that exists for this route alone.
 * @param afterChange awaited before the answer, so that this server shows what was sold
 */
export async function serveCardEvents(
  app: FastifyInstance,
  { afterChange, ...parts }: PaymentParts & { afterChange: () => Promise<void> },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: receiveCardEvent.method,
      url: apiBase + receiveCardEvent.path,
      bodyLimit: longestEventBytes,
      config: { rateLimit: eventRate },
      schema: { response: { 200: replySchema } },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await hearEvent(parts, body, request.headers);
        await afterChange();
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    });
  });
}

const replySchema = z.toJSONSchema(receiveCardEvent.reply, { io: 'output', target: 'draft-7' });
