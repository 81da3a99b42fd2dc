import { MutationObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { audienceQuery, ownRecordQuery, readFor } from '../session/own-record.ts';
import {
  changeUserMutation,
  readDashboard,
  removeUserMutation,
  usersQuery,
  verifySellerMutation,
} from './queries.ts';
import { cacheAt, listOf, manyUsers, userSample } from './user-samples.ts';

const email = 'ada@reprise.test';
const caches: ReturnType<typeof cacheAt>['cache'][] = [];

function at(...[answers]: Parameters<typeof cacheAt>) {
  const shop = cacheAt(answers);
  caches.push(shop.cache);
  return shop;
}

afterEach(() => {
  for (const cache of caches.splice(0)) cache.clear();
});

test.each([
  ['an owner', {}, true],
  ['an admin of the shop', { areas: ['shop'] }, true],
  ['an admin of people', { areas: ['people'] }, false],
  ['a seller', { role: 'seller' }, false],
] as const)(
  'the dashboard of %s reads the steps before the first sale only where they are shown',
  async (_, difference, reads) => {
    const { cache, made } = at({
      readUser: () => userSample({ role: 'admin', ...difference } as Partial<User>),
      readSummary: () => ({ buying: { booked: 0, toPay: 0, paid: 0 } }),
      readTasks: () => ({ bookings: [], others: [], more: 0 }),
      readLaunch: () => [],
    });
    await readDashboard(cache, email);
    expect(made.includes('readLaunch')).toBe(reads);
  },
);

describe('the audience of a page', () => {
  test.each([
    [true, true],
    [false, false],
  ])('an admin’s page asks whether one is an admin: %s', async (isAdmin, isOpen) => {
    const { cache } = at({ readIsAdmin: () => ({ isAdmin }) });
    expect(await cache.fetchQuery(audienceQuery('admins', email))).toBe(isOpen);
  });

  test('a seller’s page is open to sellers, without asking whether they are admins', async () => {
    const { cache, made } = at({ readIsSeller: () => ({ isSeller: true }) });
    expect(await cache.fetchQuery(audienceQuery('sellers', email))).toBe(true);
    expect(made).toEqual(['readIsSeller']);
  });

  test.each([true, false])('a seller’s page is open to an admin too: %s', async (isAdmin) => {
    const { cache } = at({
      readIsSeller: () => ({ isSeller: false }),
      readIsAdmin: () => ({ isAdmin }),
    });
    expect(await cache.fetchQuery(audienceQuery('sellers', email))).toBe(isAdmin);
  });

  test('admin data is requested by admins only', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
    };
    await readFor('admins', at({ readIsAdmin: () => ({ isAdmin: false }) }).cache, email, read);
    await readFor('admins', at({}).cache, null, read);
    expect(reads).toBe(0);
    await readFor('admins', at({ readIsAdmin: () => ({ isAdmin: true }) }).cache, email, read);
    expect(reads).toBe(1);
  });
});

describe('a list of people', () => {
  test('requests fifty at once, with the search words and the cursor', async () => {
    const asked: unknown[] = [];
    const { cache } = at({
      listUsers: ({ query }) => {
        asked.push(query);
        return [];
      },
    });
    await cache.fetchInfiniteQuery(usersQuery('buyer'));
    await cache.fetchInfiniteQuery(usersQuery('buyer', 'ad'));
    expect(asked).toEqual([
      { role: 'buyer', limit: 50 },
      { role: 'buyer', limit: 50, search: 'ad' },
    ]);
  });
});

describe('verifying a seller', () => {
  test('a verified seller is immediately shown in every list, and the other queries are invalidated', async () => {
    const [first, second, third] = manyUsers(3);
    if (!first || !second || !third) throw new Error('Three were asked for');
    const sent: unknown[] = [];
    const { cache } = at({
      verifySeller: ({ params, body }) => {
        sent.push(params, body);
        return { acknowledged: true, modifiedCount: 1 };
      },
    });
    const { queryKey } = usersQuery('seller');
    cache.setQueryData(queryKey, listOf([first, second], [third]));
    cache.setQueryData(['products', 'advertised'], []);
    await new MutationObserver(cache, verifySellerMutation()).mutate(third);
    expect(sent).toEqual([{ id: third._id }, { email: third.email }]);
    const statuses = cache.getQueryData(queryKey)?.pages.map(({ items }) => items.map(statusOf));
    expect(statuses).toEqual([[undefined, undefined], ['verified']]);
    expect(isStale(cache, ['products', 'advertised'])).toBe(true);
    expect(isStale(cache, queryKey)).toBe(true);
  });

  test('a refused verification changes nothing', async () => {
    const { cache } = at({ verifySeller: refuse(409, 'They are verified already') });
    const { queryKey } = usersQuery('seller');
    cache.setQueryData(queryKey, listOf([userSample()]));
    const verification = new MutationObserver(cache, verifySellerMutation()).mutate(userSample());
    await expect(verification).rejects.toThrow('They are verified already');
    expect(cache.getQueryData(queryKey)?.pages[0]?.items).toEqual([userSample()]);
  });
});

describe('the removal of a user', () => {
  test('a removed user disappears from the lists immediately, and their products are invalidated', async () => {
    const people = manyUsers(3);
    const { cache } = at({ removeUser: () => ({ acknowledged: true, deletedCount: 1 }) });
    const { queryKey } = usersQuery('buyer');
    cache.setQueryData(queryKey, listOf(people));
    cache.setQueryData(['products', 'advertised'], []);
    await new MutationObserver(cache, removeUserMutation()).mutate({ _id: 'user-1' });
    const names = cache.getQueryData(queryKey)?.pages[0]?.items.map(({ name }) => name);
    expect(names).toEqual(['Person 0', 'Person 2']);
    expect(isStale(cache, ['products', 'advertised'])).toBe(true);
  });

  test('a user who was removed elsewhere disappears with the next read', async () => {
    const { cache } = at({ removeUser: refuse(404, 'There is nobody here') });
    const { queryKey } = usersQuery('buyer');
    cache.setQueryData(queryKey, listOf([userSample()]));
    const removal = new MutationObserver(cache, removeUserMutation()).mutate(userSample());
    await expect(removal).rejects.toThrow('There is nobody here');
    expect(isStale(cache, queryKey)).toBe(true);
  });
});

test('a changed name is in the dashboard at once', async () => {
  const changed = userSample({ name: 'Ada Fife' });
  const { cache } = at({ changeUser: () => changed });
  const { queryKey } = ownRecordQuery(email);
  cache.setQueryData(queryKey, userSample());
  await new MutationObserver(cache, changeUserMutation()).mutate({
    _id: changed._id,
    name: 'Ada Fife',
  });
  expect(cache.getQueryData(queryKey)).toEqual(changed);
});

test('renaming somebody else as an admin leaves the admin’s own record', async () => {
  const { cache } = at({ changeUser: () => userSample({ _id: 'other', name: 'Other' }) });
  const { queryKey } = ownRecordQuery(email);
  cache.setQueryData(queryKey, userSample());
  await new MutationObserver(cache, changeUserMutation()).mutate({ _id: 'other', name: 'Other' });
  expect(cache.getQueryData(queryKey)).toEqual(userSample());
});

const statusOf = ({ status }: { status?: string | undefined }) => status;

const isStale = (cache: ReturnType<typeof cacheAt>['cache'], queryKey: readonly unknown[]) =>
  cache.getQueryState(queryKey)?.isInvalidated;

function refuse(status: number, detail: string) {
  return () => {
    throw new CallFailure({ status, detail });
  };
}
