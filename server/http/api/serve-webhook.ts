import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallDefinition } from '#contract/call.ts';
import { apiBase } from '#contract/constants.ts';
import { placeOfAddress } from '../../core/client-place.ts';
import { Problem } from '../../core/problem.ts';
import type { SecurityLog } from '../../core/security-log.ts';
import { webhookProbe } from '../../core/webhook-probe.ts';

/** No event of a provider comes near this. */
const maxEventBytes = 256 * 1024;
/** After an outage a provider sends all delayed events from few addresses, so the usual limit would slow it down. */
const eventRateLimit = { max: 6_000, timeWindow: '1 minute' };

interface Webhook {
  call: CallDefinition;
  /**
   * Handles the body as it was sent.
   * @throws Problem bad-input when its signature is missing or wrong
   */
  receive(body: Buffer, headers: IncomingHttpHeaders): Promise<void>;
  securityLog: SecurityLog;
}

/**
 * Binds a call for webhooks with its own body parser: the signature covers the bytes as they were sent, whatever their
 * content type.
 */
export async function serveWebhook(
  app: FastifyInstance,
  { call, receive, securityLog }: Webhook,
): Promise<void> {
  const reply200 = z.toJSONSchema(call.reply, { io: 'output', target: 'draft-7' });
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
      schema: { response: { 200: reply200 } },
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receive(body, request.headers).catch((error: unknown) => {
          // The signature is all that makes a webhook bad input.
          if (
            error instanceof Problem &&
            error.code === 'bad-input' &&
            body.toString('latin1') !== webhookProbe
          ) {
            const place = placeOfAddress(request.ip);
            securityLog.record('webhook-refused', { place, reqId: request.id });
          }
          throw error;
        });
        reply.header('cache-control', 'no-store');
        return { received: true };
      },
    });
  });
}
