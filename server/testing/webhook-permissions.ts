import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { transaction } from '../database/transaction.ts';
import { queueTest } from '../features/webhooks/deliveries.ts';
import { createWebhook } from '../features/webhooks/endpoints.ts';
import { createWebhookSeal } from '../features/webhooks/webhook-secrets.ts';
import { onlyOwn, type PermissionRow, users, type World } from './permissions.ts';

const ownersChange = users({ buyer: 403, seller: 404, own: 200, admin: 404 });
const ownersCreation = users({ buyer: 403, seller: 404, own: 201, admin: 404 });
const owners = users({ buyer: 404, seller: 404, own: 200, admin: 404 });

/** The rights to webhooks: no one has any to those of others, admins neither. */
export const webhookPermissions = {
  createWebhook: {
    request: () => ({ method: 'POST', url: '/api/webhooks', payload: wanted }),
    expected: users({ buyer: 403, seller: 201, own: 201, admin: 201 }),
  },
  listWebhooks: {
    request: ({ own }) => ({ url: `/api/webhooks?email=${own.email}` }),
    expected: onlyOwn,
  },
  changeWebhook: {
    request: async (world) => ({
      method: 'PUT',
      url: await addressOf(world),
      payload: { url: 'https://shop.example/other' },
    }),
    expected: ownersChange,
  },
  removeWebhook: {
    request: async (world) => ({ method: 'DELETE', url: await addressOf(world) }),
    expected: owners,
  },
  testWebhook: {
    request: async (world) => ({ method: 'POST', url: `${await addressOf(world)}/test` }),
    expected: ownersCreation,
  },
  rotateWebhookSecret: {
    request: async (world) => ({ method: 'POST', url: `${await addressOf(world)}/rotate` }),
    expected: ownersCreation,
  },
  replayWebhooks: {
    request: async (world) => ({
      method: 'POST',
      url: `${await addressOf(world)}/replay`,
      payload: { since: '2026-01-01T00:00:00Z' },
    }),
    expected: ownersChange,
  },
  listWebhookDeliveries: {
    request: async (world) => ({ url: `${await addressOf(world)}/deliveries` }),
    expected: owners,
  },
} satisfies Record<string, PermissionRow | readonly PermissionRow[]>;

const events: WebhookEvent[] = ['listing.sold'];
const wanted = { url: 'https://shop.example/hook', events };

async function addressOf({ own, people }: World): Promise<string> {
  const at = new Date();
  const id = await transaction(people.deps.database, async (tx) => {
    const { insertedId } = await createWebhook(tx, createWebhookSeal('test'), own, wanted, at);
    await queueTest(tx, { id: insertedId, ownerId: own.id }, at);
    return insertedId;
  });
  return `/api/webhooks/${id}`;
}
