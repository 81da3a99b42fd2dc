import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { addProduct, addUser, insertRow } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { measureSellers } from './measure-sellers.ts';

const database = await createTestDatabase();
const { sql } = database;
afterAll(() => database.close());

const now = new Date('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
const day = 24;

const sellerOf = () => addUser(database, { role: 'seller' });

/** A conversation: who wrote how many hours ago. */
async function talk(sellerId: string, ...written: ['buyer' | 'seller', hoursAgo: number][]) {
  const buyerId = await addUser(database);
  const productId = await addProduct(database, { sellerId });
  const begunAt = ago(written[0]?.[1] ?? 0);
  const threadId = newId(begunAt);
  const thread = { id: threadId, productId, buyerId, sellerId, startedBy: buyerId };
  await insertRow(database, 'threads', { ...thread, createdAt: begunAt });
  for (const [by, hours] of written) {
    await insertRow(database, 'messages', {
      id: newId(ago(hours)),
      threadId,
      authorId: by === 'buyer' ? buyerId : sellerId,
      text: 'Hello',
      textDigest: '',
      contact: [],
      createdAt: ago(hours),
    });
  }
}

async function measured(sellerId: string) {
  await measureSellers(database, now);
  const [row] = await sql<{ answer: number | null; dispatch: number | null }[]>`
    select answer_minutes as answer, dispatch_minutes as dispatch from seller_measures
    where seller_id = ${sellerId}`;
  return row;
}

describe('how soon a seller answers', () => {
  it('the answer time is the median from questions to answers, from three on', async () => {
    const seller = await sellerOf();
    await talk(seller, ['buyer', 50], ['seller', 49]);
    await talk(seller, ['buyer', 60], ['seller', 58]);
    expect(await measured(seller)).toBeUndefined();
    await talk(seller, ['buyer', 90], ['seller', 50]);
    expect(await measured(seller)).toEqual({ answer: 120, dispatch: null });
  });

  it('several messages of a buyer are one question, from the first of them', async () => {
    const seller = await sellerOf();
    for (const start of [50, 60, 70]) {
      await talk(seller, ['buyer', start], ['buyer', start - 1], ['seller', start - 2]);
    }
    expect(await measured(seller)).toMatchObject({ answer: 120 });
  });

  it('questions within one conversation count, and thanks without an answer do not', async () => {
    const seller = await sellerOf();
    await talk(
      seller,
      ...([
        ['buyer', 300],
        ['seller', 299],
        ['buyer', 290],
        ['seller', 289],
        ['buyer', 280],
        ['seller', 279],
        ['buyer', 270],
      ] as ['buyer' | 'seller', number][]),
    );
    expect(await measured(seller)).toMatchObject({ answer: 60 });
  });

  it('a first question that was not answered for a week counts with the time that has passed', async () => {
    const seller = await sellerOf();
    await talk(seller, ['buyer', 400], ['seller', 399]);
    for (const days of [8, 9]) await talk(seller, ['buyer', days * day]);
    // Of yesterday: the seller still has time.
    await talk(seller, ['buyer', day]);
    expect(await measured(seller)).toMatchObject({ answer: 8 * day * 60 });
  });

  it('answers of more than 90 days ago do not count, and a seller without enough loses the measure', async () => {
    const seller = await sellerOf();
    for (const hours of [91 * day, 92 * day, 93 * day]) {
      await talk(seller, ['buyer', hours], ['seller', hours - 1]);
    }
    await insertRow(database, 'seller_measures', {
      sellerId: seller,
      answerMinutes: 60,
      measuredAt: ago(day),
    });
    expect(await measured(seller)).toBeUndefined();
  });

  it('a second run without changes reports none', async () => {
    await measureSellers(database, now);
    expect(await measureSellers(database, now)).toBe(0);
  });
});
