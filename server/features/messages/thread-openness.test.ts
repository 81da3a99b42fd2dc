import { afterAll, describe, expect, it } from 'vitest';
import { createPeople, daysAgo, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const people = createPeople(database);
afterAll(() => database.close());

const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000);

async function asked() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, threadId: await people.write(buyer, { productId }) };
}

describe('a closed thread', () => {
  it('a thread closes for both when the listing is sold to another user, and stays open for that buyer', async () => {
    const { seller, buyer, productId, threadId } = await asked();
    const winner = await people.buyer();
    const bookingId = await people.book(winner, productId);
    // A hold closes nothing: it may end.
    await people.answer(buyer, threadId, 'Is it still free?');
    await people.pay(bookingId);
    for (const side of [buyer, seller]) {
      expect(await outcome(people.answer(side, threadId, 'Pity.'))).toBe('conflict');
    }
    const sold = await people.write(winner, { productId, bookingId }, 'When can I come?');
    await people.answer(seller, sold, 'Tomorrow.');
    expect(await outcome(people.write(await people.buyer(), { productId }))).toBe('conflict');
  });

  it('a thread closes when the listing is withdrawn', async () => {
    const { buyer, seller, productId, threadId } = await asked();
    await sql`update products set withdrawn_at = now() where id = ${productId}`;
    for (const side of [buyer, seller]) {
      expect(await outcome(people.answer(side, threadId, 'Hello?'))).toBe('conflict');
    }
  });

  it('a thread closes 90 days after the sale between the two is complete, and not during it', async () => {
    const seller = await people.seller();
    const { buyer, productId, bookingId } = await people.sell(seller, daysAgo(200));
    const threadId = await people.write(buyer, { productId, bookingId });
    await people.complete(seller, bookingId, daysAgo(3));
    await people.answer(seller, threadId, 'Enjoy it.', daysLater(89));
    expect(await outcome(people.answer(buyer, threadId, 'Thanks.', daysLater(91)))).toBe(
      'conflict',
    );
  });

  it('a thread closes when the other side’s account was removed', async () => {
    const { buyer, seller, threadId } = await asked();
    await people.answer(seller, threadId);
    await people.remove(buyer, buyer);
    expect(await outcome(people.answer(seller, threadId, 'Are you there?'))).toBe('conflict');
  });
});

it('a thread is open again when the sale to somebody else is undone', async () => {
  const { buyer, productId, threadId } = await asked();
  const bookingId = await people.book(await people.buyer(), productId);
  await people.pay(bookingId);
  expect(await outcome(people.answer(buyer, threadId, 'Hello?'))).toBe('conflict');
  await sql`
    update products set status = 'available', sold_booking_id = null where id = ${productId}`;
  await people.answer(buyer, threadId, 'Is it free again?');
});
