import { afterAll, expect, it } from 'vitest';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { createFluteIntent, sandboxBuyer } from '../../../testing/sandbox-buyer.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';
import type { CardEvent } from '../port.ts';

const events: CardEvent[] = [];
const shop: TestShop = await createTestShop({
  sandboxOptions: {
    async deliver(body, headers) {
      events.push(shop.cards.readEvent(body, headers));
      return 200;
    },
  },
});
afterAll(() => shop.close());

it('a tester opens and closes the chargeback of a charge, and a webhook says which', async () => {
  const intent = await createFluteIntent(shop.cards);
  const change = async (state: string, clientSecret = intent.clientSecret) => {
    const url = sandboxCardsBase + sandboxCardsPaths.dispute.replace('{id}', intent.id);
    const reply = await shop.app.inject({ method: 'POST', url, payload: { clientSecret, state } });
    return reply.statusCode;
  };
  expect(await change('open')).toBe(409);
  await sandboxBuyer(shop.app).pay(intent, '4242424242424242');
  expect(await change('open', 'a guess')).toBe(404);
  expect(await change('won')).toBe(409);
  expect([await change('open'), await change('open')]).toEqual([200, 200]);
  await shop.cards.idle();
  const [opened, ...more] = events.filter(({ disputeId }) => disputeId !== undefined);
  expect(more).toEqual([]);
  expect(opened).toMatchObject({ type: 'charge.dispute.created', intentId: intent.id });
  const id = opened?.disputeId ?? '';
  expect(await shop.cards.findDispute(id)).toEqual({
    id,
    intentId: intent.id,
    amountCents: 9_900,
    feeCents: 1_500,
    state: 'open',
  });
  expect([await change('lost'), await change('won')]).toEqual([200, 409]);
  expect(await shop.cards.findDispute(id)).toMatchObject({ state: 'lost' });
  expect(await shop.cards.findDispute('dp_unknown')).toBeNull();
});
