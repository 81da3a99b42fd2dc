import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../testing/stripe-fixture.ts';

let fixture: StripeFixture;
beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.stripe.stop());

it.each([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'open'],
  ['warning_closed', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
] as const)('a dispute of Stripe that is %s is a chargeback that is %s', async (status, state) => {
  const { stripe, cards } = fixture;
  const intent = await fixture.charged();
  const { id } = stripe.account.dispute(intent.id, status);
  expect(await cards.findDispute(id)).toEqual({
    id,
    intentId: intent.id,
    amountCents: 45_000,
    feeCents: status.startsWith('warning_') ? 0 : 1_500,
    state,
  });
});

it.each(['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'])(
  'the event charge.dispute.%s names the chargeback and its intent',
  async (verb) => {
    const { stripe, cards } = fixture;
    const intent = await fixture.charged();
    const dispute = stripe.account.dispute(intent.id, 'needs_response');
    const body = stripe.eventBody(`charge.dispute.${verb}`, dispute);
    const event = cards.readEvent(body, stripe.sign(body, new Date()));
    expect(event).toMatchObject({ disputeId: dispute.id, intentId: intent.id });
  },
);

it('an unknown chargeback is not found', async () => {
  expect(await fixture.cards.findDispute('dp_unknown')).toBeNull();
});
