import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { apiBase } from '#contract/constants.ts';
import { receiveCardEvent as call } from '#contract/payments.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import { Problem } from '../../core/problem.ts';
import type { SecurityLog } from '../../core/security-log.ts';
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

interface CardEventDeps extends PaymentDeps {
  securityLog: SecurityLog;
  /** Awaited before the reply, so that this server shows at once what was sold; never rejects. */
  refreshCache: () => Promise<void>;
}

/**
 * Binds the call `receiveCardEvent` with its own body parser: the signature covers the bytes as they were sent, whatever
 * their content type.
 */
export async function serveCardEvents(
  app: FastifyInstance,
  { refreshCache, securityLog, ...deps }: CardEventDeps,
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
        await receiveCardEvent(deps, body, request.headers).catch((error: unknown) => {
          // The signature is all that makes a webhook bad input.
          if (error instanceof Problem && error.code === 'bad-input') {
            const place = placeOfAddress(request.ip);
            securityLog.record('webhook-refused', { place, reqId: request.id });
          }
          throw error;
        });
        await refreshCache();
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    });
  });
}

const replySchema = z.toJSONSchema(call.reply, { io: 'output', target: 'draft-7' });
