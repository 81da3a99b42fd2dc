import { afterAll, describe, expect, it } from 'vitest';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const people = createPeople(database);
afterAll(() => database.close());

/** Each race runs this often, because the order is random. */
const rounds = Array.from({ length: 10 }, (_, round) => round);

async function asked() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, threadId: await people.write(buyer, { productId }) };
}

const countOf = async (threadId: string) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from messages where thread_id = ${threadId}`;
  return row?.count ?? 0;
};

describe.each(rounds)('concurrent actions on a thread (round %i)', () => {
  it('a block and messages of both: what was written was written before the block', async () => {
    const { seller, buyer, threadId } = await asked();
    const [, ...ends] = await Promise.all([
      people.block(seller, buyer),
      outcome(people.answer(buyer, threadId, 'One')),
      outcome(people.answer(seller, threadId, 'Two')),
      outcome(people.answer(buyer, threadId, 'Three')),
    ]);
    expect(ends.filter((end) => end !== 'done' && end !== 'conflict')).toEqual([]);
    const written = ends.filter((end) => end === 'done').length;
    expect(await countOf(threadId)).toBe(1 + written);
    expect(await outcome(people.answer(buyer, threadId, 'Four'))).toBe('conflict');
  });

  it('the removal of the one who writes leaves no message of theirs', async () => {
    const { seller, buyer, threadId } = await asked();
    await people.answer(seller, threadId);
    const [end] = await Promise.all([
      outcome(people.answer(buyer, threadId, 'Another')),
      people.remove(buyer, buyer),
    ]);
    expect(['done', 'not-signed-in']).toContain(end);
    const left = await sql`select from messages where author_id = ${buyer.id}`;
    expect(left).toHaveLength(0);
    const [side] = await sql<{ unread: number }[]>`
      select unread from thread_sides where thread_id = ${threadId} and user_id = ${seller.id}`;
    expect(side?.unread).toBe(0);
  });

  it('the removal of the one who reads closes the thread', async () => {
    const { seller, buyer, threadId } = await asked();
    const ends = await Promise.all([
      outcome(people.answer(buyer, threadId, 'Another')),
      people.remove(seller, seller),
    ]);
    expect(['done', 'conflict']).toContain(ends[0]);
    expect(await outcome(people.answer(buyer, threadId, 'Hello?'))).toBe('conflict');
  });

  it('both sides begin the thread of a booking: there is one, with both messages', async () => {
    const seller = await people.seller();
    const { buyer, productId, bookingId } = await people.sell(seller);
    const [one, other] = await Promise.all([
      people.write(seller, { productId, bookingId }, 'When?'),
      people.write(buyer, { productId, bookingId }, 'Tomorrow?'),
    ]);
    expect(one).toBe(other);
    expect(await countOf(one)).toBe(2);
  });

  it('two people who write to each other simultaneously do not lose a count', async () => {
    const { seller, buyer, threadId } = await asked();
    const texts = ['a', 'b', 'c', 'd'];
    await Promise.all(
      texts.flatMap((text) => [
        people.answer(buyer, threadId, `From the buyer ${text}`),
        people.answer(seller, threadId, `From the seller ${text}`),
      ]),
    );
    const sides = await sql<{ userId: string; unread: number; isLast: boolean }[]>`
      select user_id as "userId", unread,
        last_message_id = (select max(id::text)::uuid from messages where thread_id = ${threadId}) as "isLast"
      from thread_sides where thread_id = ${threadId}`;
    const of = (id: string) => sides.find(({ userId }) => userId === id);
    expect(of(seller.id)).toMatchObject({ unread: 5, isLast: true });
    expect(of(buyer.id)).toMatchObject({ unread: 4, isLast: true });
  });
});
