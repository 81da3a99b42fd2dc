import { beforeEach, describe, expect, it } from 'vitest';
import { insertItems } from './list-body.ts';
import { type PersonalList, PersonalResponses } from './personal-responses.ts';

let isCurrent = true;
let cache: PersonalResponses;
/** What was read, in order. */
let reads: string[];
/** The ids of what each user has on the wishlist. */
let wishes: Record<string, string[]>;
let price = 1;

beforeEach(() => {
  isCurrent = true;
  reads = [];
  wishes = { ada: ['x'], bob: [], cleo: ['y'] };
  price = 1;
  cache = new PersonalResponses({
    isCurrent: () => isCurrent,
    maxSharedBytes: 100_000,
    maxPersonalBytes: 100_000,
  });
});

function list(userId: string, between: () => unknown = () => undefined): PersonalList {
  const fields = () => new Map((wishes[userId] ?? []).map((id) => [id, { wished: true }]));
  return {
    async read() {
      reads.push(`list for ${userId}`);
      const items = ['x', 'y'].map((id) => ({ id, json: JSON.stringify({ id, price }) }));
      const shared = {
        status: 200,
        headers: {},
        tags: ['lists'],
        route: '/',
        ...insertItems('[]', items),
      };
      const personal = fields();
      await between();
      return { shared, personal };
    },
    async readFields(ids) {
      reads.push(`fields of ${userId}`);
      expect(ids).toEqual(['x', 'y']);
      const personal = fields();
      await between();
      return personal;
    },
    serializeItem: JSON.stringify,
  };
}

const ask = async (userId: string, between?: () => unknown, address = '/a') =>
  (await cache.getOrMake(userId, address, list(userId, between))).body.toString();
const expected = (userId: string) =>
  JSON.stringify(
    ['x', 'y'].map((id) => ({
      id,
      price,
      ...(wishes[userId]?.includes(id) && { wished: true }),
    })),
  );

it('the first user reads list and fields at once, others only their fields, and all once', async () => {
  for (const userId of ['ada', 'bob', 'cleo', 'ada', 'bob', 'cleo']) {
    expect(await ask(userId)).toBe(expected(userId));
  }
  expect(reads).toEqual(['list for ada', 'fields of bob', 'fields of cleo']);
  expect(cache.get('ada', '/a')?.body.toString()).toBe(expected('ada'));
  expect(cache.get('dora', '/a')).toBeUndefined();
});

it('users who ask at the same time share the list and get their own fields', async () => {
  const bodies = await Promise.all(['ada', 'bob', 'cleo'].map((userId) => ask(userId)));
  expect(bodies).toEqual(['ada', 'bob', 'cleo'].map(expected));
  expect(reads).toEqual(['list for ada', 'fields of bob', 'fields of cleo']);
});

it('users who see what everybody sees share one response', async () => {
  await ask('bob');
  wishes.dora = [];
  await ask('dora');
  expect(cache.get('dora', '/a')).toBe(cache.get('bob', '/a'));
});

describe('a change', () => {
  it('a changed list drops the responses to every user', async () => {
    await Promise.all([ask('ada'), ask('bob')]);
    cache.forget(['product:elsewhere']);
    expect(cache.get('ada', '/a')).toBeDefined();
    price = 2;
    cache.forget(['lists']);
    expect(cache.get('ada', '/a')).toBeUndefined();
    expect(await ask('bob')).toBe(expected('bob'));
    // The list is there again, and the response to Ada was made of the one before.
    expect(cache.get('ada', '/a')).toBeUndefined();
    expect(await ask('ada')).toBe(expected('ada'));
  });

  it('a change counts even when the new list has the same bytes', async () => {
    await Promise.all([ask('ada'), ask('bob')]);
    cache.forget(['lists']);
    wishes.ada = ['y'];
    await ask('bob');
    expect(await ask('ada')).toBe(expected('ada'));
  });

  it('a change of one user’s fields drops only the responses to them', async () => {
    await Promise.all(['ada', 'bob', 'cleo'].map((userId) => ask(userId)));
    wishes.ada = [];
    cache.forgetUsers(['ada', 'nobody']);
    expect(cache.get('cleo', '/a')).toBeDefined();
    expect(await ask('ada')).toBe(expected('ada'));
    expect(reads.at(-1)).toBe('fields of ada');
  });

  it('a change between the read and the storing of a user’s fields is not lost', async () => {
    for (const address of ['/list-is-new', '/list-is-cached']) {
      if (address === '/list-is-cached') await ask('bob', undefined, address);
      wishes.ada = ['x'];
      const change = () => {
        wishes.ada = ['y'];
        cache.forgetUsers(['ada']);
      };
      await ask('ada', change, address);
      expect(cache.get('ada', address)).toBeUndefined();
      expect(await ask('ada', undefined, address)).toBe(expected('ada'));
    }
  });

  it('a change leaves the old list to neither of two users for whom it is being read', async () => {
    await Promise.all([
      ask('ada', () => {
        price = 2;
        cache.forget(['lists']);
      }),
      ask('bob'),
    ]);
    expect(cache.get('ada', '/a')).toBeUndefined();
    expect(cache.get('bob', '/a')).toBeUndefined();
    expect(await ask('bob')).toBe(expected('bob'));
  });

  it('a change of everything drops everything', async () => {
    await ask('ada');
    cache.forgetAll();
    expect(cache.get('ada', '/a')).toBeUndefined();
  });
});

it('nothing is returned or stored while the server may miss changes', async () => {
  await ask('ada');
  isCurrent = false;
  expect(cache.get('ada', '/a')).toBeUndefined();
  await ask('cleo');
  isCurrent = true;
  expect(cache.get('cleo', '/a')).toBeUndefined();
});

it('a list that fails to be read is read again', async () => {
  const failing = { ...list('ada'), read: () => Promise.reject(new Error('The database is away')) };
  await expect(cache.getOrMake('ada', '/a', failing)).rejects.toThrow('away');
  expect(await ask('ada')).toBe(expected('ada'));
});

describe('the size', () => {
  it('the size of personal responses is bounded, even when one user asks for more and more addresses', async () => {
    for (let page = 0; page < 300; page += 1) await ask('ada', undefined, `/a?cursor=${page}`);
    const kept = Array.from({ length: 300 }, (_, page) => cache.get('ada', `/a?cursor=${page}`));
    const count = kept.filter(Boolean).length;
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(50);
    cache.forgetUsers(['ada']);
    expect(cache.get('ada', '/a?cursor=299')).toBeUndefined();
  });

  it('addresses that are too long are not stored', async () => {
    const address = `/a?${'x'.repeat(600)}`;
    expect(await ask('ada', undefined, address)).toBe(expected('ada'));
    expect(cache.get('ada', address)).toBeUndefined();
  });
});
