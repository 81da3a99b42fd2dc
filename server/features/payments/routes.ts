import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { receiveCardEvent as call } from '#contract/payments.ts';
import { apiBase } from '../../http/api/api-base.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { createPaymentIntent } from '../../workflows/create-payment-intent.ts';
import { receiveCardEvent } from '../../workflows/receive-card-event.ts';
import { recordPayment } from '../../workflows/record-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';

export function paymentHandlers(deps: PaymentDeps): Handlers {
  return {
    createPaymentIntent: ({ body, caller }) => createPaymentIntent(deps, caller.id, body),

    recordPayment: async ({ body, caller }) => ({
      acknowledged: true,
      insertedId: await recordPayment(deps, caller, body),
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
  { afterChange, ...deps }: PaymentDeps & { afterChange: () => Promise<void> },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: call.method,
      url: apiBase + call.path,
      bodyLimit: longestEventBytes,
      config: { rateLimit: eventRate },
      schema: { response: { 200: replySchema } },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveCardEvent(deps, body, request.headers);
        await afterChange();
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    });
  });
}

const replySchema = z.toJSONSchema(call.reply, { io: 'output', target: 'draft-7' });
