import { afterAll, beforeAll } from 'vitest';
import { type FakeStripe, startFakeStripe } from '../../../testing/fake-stripe.ts';
import { testStripeConnect } from '../../../testing/stripe-connect-test.ts';

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterAll(() => fake.stop());

testStripeConnect('the fake', () => ({ secretKey: fake.secretKey, apiUrl: fake.url }));
