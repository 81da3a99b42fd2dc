import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import type { CardEvent, CardProvider } from '../port.ts';
import { eventWriter } from './events.ts';
import { cancelIntent, createIntent, findIntent } from './intents.ts';
import { refund } from './refunds.ts';
import { serveSandbox } from './routes.ts';
import { type DeliveryDeps, webhookDelivery } from './webhook-delivery.ts';
import { signatureFault, signatureHeader } from './webhook-signature.ts';

export interface SandboxCardsDeps extends Omit<DeliveryDeps, 'database'> {
  database: Database;
  clock: Clock;
}

export interface SandboxCards extends CardProvider {
  readonly name: 'sandbox';
  serve(app: FastifyInstance): void;
  sweep(): Promise<number>;
  /** Waits until no webhook is on its way; one that was not accepted may still be tried again later. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A card provider inside the shop that moves no money. It keeps its own books, takes Stripe's test numbers from the
 * browser past the shop, and tells the shop by signed webhooks over the network, as a provider outside would: what works
 * with it works without it. It never keeps a card's number.
 */
export function sandboxCards(deps: SandboxCardsDeps): SandboxCards {
  const { database, clock, secret } = deps;
  const delivery = webhookDelivery(deps);
  const ledger = { database, clock, writeEvent: eventWriter(delivery.send) };
  return {
    name: 'sandbox',
    publishableKey: undefined,
    createIntent: (request) => createIntent(ledger, request),
    findIntent: (id) => findIntent(database, id),
    cancelIntent: (id) => cancelIntent(ledger, id),
    refund: (request) => refund(ledger, request),
    readEvent(body, headers) {
      const header = headers[signatureHeader];
      const signature = Array.isArray(header) ? undefined : header;
      const fault = signatureFault(body, { signature, secret, at: clock.now() });
      if (fault === undefined) return readEvent(body);
      throw new Problem('bad-input', 'This webhook was not accepted', {
        cause: `A webhook was refused: ${fault}`,
      });
    },
    serve: (app) => serveSandbox(app, ledger),
    sweep: delivery.sweep,
    idle: delivery.idle,
    close: delivery.close,
  };
}

/** What the sandbox itself wrote: its signature has been checked. */
function readEvent(body: Buffer): CardEvent {
  const payload: SandboxPayload = JSON.parse(body.toString('utf8'));
  const { id, type, data } = payload;
  return { id, type, intentId: data.object.id, payload: { ...payload } };
}

interface SandboxPayload {
  id: string;
  type: string;
  data: { object: { id: string } };
}
