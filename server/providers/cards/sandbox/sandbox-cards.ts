import type { FastifyInstance } from 'fastify';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import type { CardEvent, CardProvider } from '../port.ts';
import { findDispute } from './disputes.ts';
import { cancelIntent, createIntent, findIntent } from './intents.ts';
import { refund } from './refunds.ts';
import { registerSandboxRoutes } from './routes.ts';
import { createEventWriter } from './sandbox-records.ts';
import { createWebhookDelivery, type DeliveryDeps } from './webhook-delivery.ts';
import { findSignatureFault, signatureHeader } from './webhook-signature.ts';

export interface SandboxCardsDeps extends Omit<DeliveryDeps, 'database'> {
  database: Database;
  clock: Clock;
}

export interface SandboxCards extends CardProvider {
  readonly name: 'sandbox';
  registerRoutes(app: FastifyInstance): void;
  sweep(): Promise<number>;
  /** Waits until no webhook is being sent. A webhook that was not accepted may still be retried later. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A card provider inside this server that moves no money. It has its own tables, accepts Stripe's test numbers directly
 * from the browser, and sends signed webhooks over the network like an external provider, so that the application treats
 * both alike. It never stores a card number.
 */
export function createSandboxCards(deps: SandboxCardsDeps): SandboxCards {
  const { database, clock, secret } = deps;
  const delivery = createWebhookDelivery(deps);
  const sandbox = { database, clock, writeEvent: createEventWriter(delivery.send) };
  return {
    name: 'sandbox',
    publishableKey: undefined,
    createIntent: (request) => createIntent(sandbox, request),
    findIntent: (id) => findIntent(database, id),
    cancelIntent: (id) => cancelIntent(sandbox, id),
    refund: (request) => refund(sandbox, request),
    findDispute: (id) => findDispute(database, id),
    readEvent(body, headers) {
      const header = headers[signatureHeader];
      const signature = Array.isArray(header) ? undefined : header;
      const fault = findSignatureFault(body, { signature, secret, at: clock.now() });
      if (fault === undefined) return parseEvent(body);
      throw new Problem('bad-input', msg`This webhook was not accepted`, {
        cause: `Webhook rejected: ${fault}`,
      });
    },
    registerRoutes: (app) => registerSandboxRoutes(app, sandbox),
    sweep: delivery.sweep,
    idle: delivery.idle,
    close: delivery.close,
  };
}

/** The signature proves that the sandbox wrote this body, so its shape is trusted. */
function parseEvent(body: Buffer): CardEvent {
  const payload: SandboxPayload = JSON.parse(body.toString('utf8'));
  const { id, type, data } = payload;
  const { id: intentId, dispute: disputeId } = data.object;
  return { id, type, intentId, disputeId, payload: { ...payload } };
}

interface SandboxPayload {
  id: string;
  type: string;
  data: { object: { id: string; dispute?: string } };
}
