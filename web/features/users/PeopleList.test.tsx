import { describe, expect, test } from 'vitest';
import { CallFailure } from '../../api/failures.ts';
import { headersOf, pageMarkup, rowsOf, textOf } from '../products/page-samples.tsx';
import { PeopleList } from './PeopleList.tsx';
import { type ListedRole, usersQuery } from './queries.ts';
import { cacheAt, listOf, manyUsers, userSample } from './user-samples.ts';

const place = { pattern: '/', address: '/' };

function listed(role: ListedRole, ...parts: Parameters<typeof listOf>) {
  const { cache } = cacheAt({});
  cache.setQueryData(usersQuery(role).queryKey, listOf(...parts));
  const markup = pageMarkup(<PeopleList email="admin@reprise.test" kind={role} />, place, cache);
  cache.clear();
  return markup;
}

describe('the table of people', () => {
  test('the table of people has the columns of the specification', () => {
    const columns = ['Serial', 'Name', 'Email', 'Role', 'Delete'];
    expect(headersOf(listed('buyer', [userSample({ role: 'buyer' })]))).toEqual([
      ...columns,
      'Data',
    ]);
    expect(headersOf(listed('seller', [userSample()]))).toEqual([...columns, 'Status', 'Data']);
  });

  test('the table shows each person, and whether a seller is verified', () => {
    const markup = listed('seller', [
      userSample({ status: 'verified' }),
      userSample({ _id: 'b', name: 'Ben', email: 'ben@reprise.test' }),
    ]);
    expect(rowsOf(markup)).toEqual([
      '1 Ada Marsh ada @reprise.test Seller Delete Ada Marsh Verified Download what is stored about Ada Marsh Notes on Ada Marsh',
      '2 Ben ben @reprise.test Seller Delete Ben Verify Ben Look at what we know about Ben Download what is stored about Ben Notes on Ben',
    ]);
  });

  test('numbers the rows across pages', () => {
    const people = manyUsers(53);
    const rows = rowsOf(listed('seller', people.slice(0, 50), people.slice(50)));
    const serials = rows.map((row) => Number(row.split(' ')[0]));
    expect(serials).toEqual(people.map((_, index) => index + 1));
  });

  test('the table offers more only when there is more', () => {
    const people = manyUsers(2);
    const { cache } = cacheAt({});
    const { pages, pageParams } = listOf(people);
    const first = pages.map((page) => ({ ...page, nextCursor: 'next' }));
    cache.setQueryData(usersQuery('seller').queryKey, { pages: first, pageParams });
    expect(
      textOf(pageMarkup(<PeopleList email="admin@reprise.test" kind="seller" />, place, cache)),
    ).toContain('Show more');
    cache.clear();
    expect(textOf(listed('seller', people))).not.toContain('Show more');
  });

  test('an empty table of people says so', () => {
    expect(textOf(listed('seller', []))).toContain('No sellers yet');
    expect(textOf(listed('buyer', []))).toContain('No buyers yet');
  });

  test('a table that failed to load says why, and offers to try again', async () => {
    const { cache } = cacheAt({
      listUsers: () => {
        throw new CallFailure({ status: 403, detail: 'You may not do this' });
      },
    });
    await cache.prefetchInfiniteQuery(usersQuery('seller'));
    const words = textOf(
      pageMarkup(<PeopleList email="admin@reprise.test" kind="seller" />, place, cache),
    );
    cache.clear();
    expect(words).toContain('You may not do this');
    expect(words).toContain('Try again');
  });

  test('a table that is loading says so', () => {
    const { cache } = cacheAt({ listUsers: () => [] });
    const words = textOf(
      pageMarkup(<PeopleList email="admin@reprise.test" kind="seller" />, place, cache),
    );
    cache.clear();
    expect(words).toContain('Loading sellers');
  });
});
