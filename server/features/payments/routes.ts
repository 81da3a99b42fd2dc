import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiBase } from '#contract/constants.ts';
import { receiveCardEvent as call } from '#contract/payments.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { createPaymentIntent } from '../../workflows/create-payment-intent.ts';
import { receiveCardEvent } from '../../workflows/receive-card-event.ts';
import { recordPayment } from '../../workflows/record-payment.ts';
import type { PaymentDeps } from './payments.ts';

export function paymentHandlers(deps: PaymentDeps): Handlers {
  return {
    createPaymentIntent: ({ body, caller }) => createPaymentIntent(deps, caller.id, body),

    recordPayment: async ({ body, caller }) => ({
      acknowledged: true,
      insertedId: await recordPayment(deps, caller, body),
    }),
  };
}

/** No event of a card provider comes near this. */
const maxEventBytes = 256 * 1024;
/** After an outage a provider sends all delayed events from few addresses, so the usual limit would slow it down. */
const eventRateLimit = { max: 6_000, timeWindow: '1 minute' };

/**
 * Binds the call `receiveCardEvent` with its own body parser: the signature covers the bytes as they were sent, whatever
 * their content type.
 * @param deps.refreshCache awaited before the reply, so that this server shows at once what was sold; never rejects
 */
export async function serveCardEvents(
  app: FastifyInstance,
  { refreshCache, ...deps }: PaymentDeps & { refreshCache: () => Promise<void> },
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: call.method,
      url: apiBase + call.path,
      bodyLimit: maxEventBytes,
      config: { rateLimit: eventRateLimit },
      schema: { response: { 200: replySchema } },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveCardEvent(deps, body, request.headers);
        await refreshCache();
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    });
  });
}

const replySchema = z.toJSONSchema(call.reply, { io: 'output', target: 'draft-7' });
