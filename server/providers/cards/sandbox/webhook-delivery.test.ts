import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createSandboxCards, type SandboxCards } from './sandbox-cards.ts';
import type { Deliver } from './webhook-delivery.ts';

const secret = 'the secret of the sandbox';
let database: TestDatabase;
let now: Date;
let sent: { body: Buffer; headers: Readonly<Record<string, string>> }[];
let respond: Deliver;
const log = { warn: vi.fn() };
const clock = { now: () => now };
const opened: SandboxCards[] = [];

function open(): SandboxCards {
  const cards = createSandboxCards({
    database,
    clock,
    secret,
    log,
    async deliver(body, headers) {
      sent.push({ body, headers });
      return respond(body, headers);
    },
  });
  opened.push(cards);
  return cards;
}

beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date('2026-11-21T10:00:00Z');
  sent = [];
  respond = async () => 200;
});
afterEach(async () => {
  for (const cards of opened.splice(0)) await cards.close();
  await database.close();
  log.warn.mockClear();
});

/** Cancels a new intent, which sends a webhook. */
async function cancelNewIntent(cards: SandboxCards): Promise<string> {
  const { id } = await cards.createIntent({
    bookingId: randomUUID(),
    amountCents: 5_000,
    idempotencyKey: randomUUID(),
    description: 'A drum',
    buyerEmail: 'buyer@reprise.test',
  });
  await cards.cancelIntent(id);
  await cards.idle();
  return id;
}

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};

describe('sandbox webhooks', () => {
  it('sandbox webhooks are sent immediately with a valid signature', async () => {
    const cards = open();
    const intentId = await cancelNewIntent(cards);
    expect(sent).toHaveLength(1);
    const [webhook] = sent;
    if (!webhook) throw new Error('Nothing was sent');
    const event = cards.readEvent(webhook.body, webhook.headers);
    expect(event).toMatchObject({ type: 'payment_intent.canceled', intentId });
    expect(webhook.headers['sandbox-signature']).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(await cards.sweep()).toBe(0);
  });

  it('webhooks that are not accepted are resent by the sweep, each time after a longer pause', async () => {
    const cards = open();
    respond = async () => 503;
    await cancelNewIntent(cards);
    const attempts: number[] = [];
    for (const pause of [0, 1, 1, 3, 1, 14]) {
      later(pause);
      await cards.sweep().catch(() => undefined);
      attempts.push(sent.length);
    }
    // Due 1 s after the first attempt, 4 s after the second, 16 s after the third.
    expect(attempts).toEqual([1, 2, 2, 3, 3, 3]);
    later(1);
    respond = async () => 200;
    expect(await cards.sweep()).toBe(1);
    expect(await cards.sweep()).toBe(0);
    expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('webhooks that are not accepted are logged, and fail the sweep', async () => {
    const cards = open();
    respond = async () => {
      throw new Error('No response in time');
    };
    await cancelNewIntent(cards);
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ attempts: 1, fault: 'No response in time' }),
      expect.any(String),
    );
    later(1);
    await expect(cards.sweep()).rejects.toThrow('not accepted');
  });

  it('sandbox webhooks are retried without a sweep while the server runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const cards = open();
      respond = async () => 500;
      await cancelNewIntent(cards);
      respond = async () => 200;
      later(2);
      await vi.advanceTimersByTimeAsync(1_100);
      await cards.idle();
      expect(sent).toHaveLength(2);
      expect(await cards.sweep()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('webhooks that a stopped server did not send are sent by the next one', async () => {
    const first = open();
    await first.close();
    await cancelNewIntent(first);
    expect(sent).toHaveLength(0);
    expect(await open().sweep()).toBe(1);
    expect(sent).toHaveLength(1);
  });

  it('sandbox webhooks are sent once by two servers that sweep simultaneously', async () => {
    const first = open();
    await first.close();
    for (let count = 0; count < 5; count += 1) await cancelNewIntent(first);
    const [one, two] = [open(), open()];
    const delivered = await Promise.all([one.sweep(), two.sweep()]);
    expect(delivered[0] + delivered[1]).toBe(5);
    expect(sent).toHaveLength(5);
  });

  it('sandbox webhooks are given up after three days', async () => {
    const cards = open();
    respond = async () => 500;
    await cancelNewIntent(cards);
    later(3 * 86_400 + 1);
    expect(await cards.sweep()).toBe(0);
    expect(sent).toHaveLength(1);
  });

  it('sandbox webhooks are written in the same transaction as the change', async () => {
    const cards = open();
    await database.sql`alter table sandbox_events rename to elsewhere`;
    const { id } = await cards.createIntent({
      bookingId: randomUUID(),
      amountCents: 5_000,
      idempotencyKey: randomUUID(),
      description: 'A drum',
      buyerEmail: 'buyer@reprise.test',
    });
    await expect(cards.cancelIntent(id)).rejects.toThrow();
    expect(await cards.findIntent(id)).toMatchObject({ state: 'open' });
  });
});
