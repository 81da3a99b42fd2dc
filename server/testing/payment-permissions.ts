import type { CallName } from '#contract/calls.ts';
import { addPaymentIntent } from './builders.ts';
import { everybody, type PermissionRow, users, type World } from './permissions.ts';

/** Buyers may pay for their own bookings. Everyone else, admins too, gets 404. */
export const paymentPermissions = {
  createPaymentIntent: [
    {
      request: async (world) => ({
        method: 'POST',
        url: '/api/create-payment-intent',
        payload: { price, bookingId: await bought(world) },
      }),
      expected: onlyBuyer(200),
    },
  ],
  recordPayment: [
    {
      about: 'of a charge',
      request: async (world) => ({
        method: 'POST',
        url: '/api/payments',
        payload: await charged(world),
      }),
      expected: onlyBuyer(201),
    },
    {
      about: 'of a product of theirs',
      request: async (world) => ({
        method: 'POST',
        url: '/api/payments',
        payload: await charged(world, await sold(world)),
      }),
      expected: onlyBuyer(404),
    },
  ],
  receiveCardEvent: [
    {
      request: () => ({ method: 'POST', url: '/api/webhooks/cards', payload: { id: 'evt_1' } }),
      // The signature decides, not the sender; these requests have none.
      expected: everybody(400),
    },
  ],
} satisfies Partial<Record<CallName, PermissionRow[]>>;

/** The default price of `feature-builders.ts`, in dollars. */
const price = 120.5;

function onlyBuyer(own: number) {
  return users({ buyer: 404, seller: 404, own, admin: 404 });
}

async function bought({ people, own }: World): Promise<string> {
  const seller = await people.seller();
  return people.book(own, await people.make.product(seller.id));
}

async function sold({ people, own }: World): Promise<string> {
  return people.book(await people.buyer(), await people.make.product(own.id));
}

/** The body that a buyer's page sends after the sandbox has charged the card. */
async function charged(world: World, booked?: string) {
  const bookingId = booked ?? (await bought(world));
  const { database } = world.people.deps;
  const transactionId = `pi_${bookingId}`;
  const amountCents = price * 100;
  await addPaymentIntent(database, { bookingId, amountCents, providerIntentId: transactionId });
  await database.sql`
    insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
      idempotency_key, created_at, changed_at)
    values (${transactionId}, 'secret', ${amountCents}, ${bookingId}, 'Trumpet', 'succeeded',
      ${bookingId}, now(), now())`;
  return { price, transactionId, bookingId };
}
