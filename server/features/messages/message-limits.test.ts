import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { createPeople, daysAgo, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { KnownUser } from '../users/find-user.ts';

const database = await createTestDatabase();
const people = createPeople(database);
afterAll(() => database.close());

const start = new Date();
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const listings = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => people.make.product((await people.seller()).id)),
  );
/** Each time another text. */
const ask = (who: KnownUser, productId = '', at = start) =>
  outcome(people.write(who, { productId }, `Question ${newId(at)}`, at));

describe('the limits of beginning threads', () => {
  it('an account younger than a day can begin five threads in 30 minutes', async () => {
    const buyer = await people.make.user({}, start);
    const products = await listings(8);
    for (const id of products.slice(0, 5)) expect(await ask(buyer, id)).toBe('done');
    expect(await ask(buyer, products[5], minutesLater(29))).toBe('too-many-requests');
    // Going on with one of them is no new thread.
    expect(await ask(buyer, products[0], minutesLater(29))).toBe('done');
    expect(await ask(buyer, products[5], minutesLater(31))).toBe('done');
    const refused = await people
      .write(buyer, { productId: products[6] ?? '' }, 'Hello', minutesLater(1))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ reason: 'too-many-threads', retryAfterSeconds: 29 * 60 });
  });

  it('every user can begin twenty threads a day, even by twenty-one simultaneous requests', async () => {
    const buyer = await people.make.user({}, daysAgo(30));
    const products = await listings(23);
    const ends = await Promise.all(products.map((id) => ask(buyer, id)));
    expect(ends.filter((end) => end === 'done')).toHaveLength(20);
    expect(ends.filter((end) => end === 'too-many-requests')).toHaveLength(3);
    const left = products[ends.indexOf('too-many-requests')];
    expect(await ask(buyer, left, minutesLater(24 * 60 + 1))).toBe('done');
  });
});

describe('the same text', () => {
  it('the same text reaches five people a day, whatever its capitals, spaces and signs', async () => {
    const buyer = await people.make.user({}, daysAgo(30));
    const products = await listings(7);
    const write = (index: number, text: string, at = start) =>
      outcome(people.write(buyer, { productId: products[index] ?? '' }, text, at));
    for (const index of [0, 1, 2, 3, 4]) {
      expect(await write(index, 'Would you take half?')).toBe('done');
    }
    expect(await write(5, 'would you  take HALF ?!')).toBe('too-many-requests');
    expect(await write(0, 'Would you take half?')).toBe('done');
    expect(await write(5, 'Would you take two thirds?')).toBe('done');
    expect(await write(6, 'Would you take half?', minutesLater(24 * 60 + 1))).toBe('done');
  });

  it('the same text reaches five people when eight are written to simultaneously', async () => {
    const buyer = await people.make.user({}, daysAgo(30));
    const products = await listings(8);
    const ends = await Promise.all(
      products.map((productId) => outcome(people.write(buyer, { productId }, 'The same for all'))),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(5);
    expect(ends.filter((end) => end === 'too-many-requests')).toHaveLength(3);
  });
});

it('a person writes sixty messages an hour in one thread, whatever the other side writes', async () => {
  const [buyer, seller] = [await people.make.user({}, daysAgo(30)), await people.seller()];
  const productId = await people.make.product(seller.id);
  const threadId = await people.write(buyer, { productId }, 'Message 0', start);
  const secondsLater = (seconds: number) => new Date(start.getTime() + seconds * 1_000);
  const answer = (author: KnownUser, seconds: number) =>
    people.answer(author, threadId, `Message ${newId(start)}`, secondsLater(seconds));
  for (let count = 1; count < 60; count += 1) await answer(buyer, count);
  expect(await answer(buyer, 61).catch((error: unknown) => error)).toMatchObject({
    code: 'too-many-requests',
    reason: 'too-many-messages',
    retryAfterSeconds: 3_600 - 61,
  });
  expect(await outcome(people.write(buyer, { productId }, 'Again', secondsLater(62)))).toBe(
    'too-many-requests',
  );
  expect(await outcome(answer(seller, 62))).toBe('done');
  expect(await ask(buyer, await people.make.product(seller.id), secondsLater(63))).toBe('done');
  expect(await outcome(answer(buyer, 3_601))).toBe('done');
});

it('a closed thread is said before a limit', async () => {
  const buyer = await people.make.user({}, daysAgo(30));
  const products = await listings(21);
  await Promise.all(products.slice(0, 20).map((id) => ask(buyer, id)));
  const last = products[20] ?? '';
  await database.sql`update products set withdrawn_at = now() where id = ${last}`;
  expect(await ask(buyer, last)).toBe('conflict');
});
