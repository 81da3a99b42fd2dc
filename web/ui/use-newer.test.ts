import { describe, expect, test } from 'vitest';
import { idsThatCame, newIdsIn } from './use-newer.ts';

const items = (ids: string) => [...ids].map((_id) => ({ _id }));
const known = (ids: string) => new Set(ids);

describe('new things in an open list', () => {
  test.each([
    { now: 'abc', opened: 'abc', fresh: '', why: 'nothing changed' },
    { now: 'nabc', opened: 'abc', fresh: 'n', why: 'the newest is new' },
    {
      now: 'namb',
      opened: 'ab',
      fresh: 'nm',
      why: 'a new one comes between, as when ordered by price',
    },
    { now: 'abcde', opened: 'abc', fresh: '', why: 'what follows was loaded on' },
    { now: 'xyz', opened: 'abc', fresh: '', why: 'nothing of it is left' },
    { now: 'a', opened: '', fresh: '', why: 'it was empty' },
  ])('the number of new things of $now after $opened: $why', ({ now, opened, fresh }) => {
    expect(newIdsIn(items(now), known(opened))).toEqual([...fresh]);
  });

  test('nothing is new before it is read', () => {
    expect(newIdsIn(items('abc'), null)).toEqual([]);
  });
});

describe('the number of new things, by the first page', () => {
  test.each([
    { firstPage: 'nab', shown: 'abcd', opened: 'abcd', came: 'n', why: 'one was listed' },
    { firstPage: 'acd', shown: 'abc', opened: 'abc', came: '', why: 'the next moved up' },
    { firstPage: 'xyz', shown: 'abc', opened: 'abc', came: 'xyz', why: 'more than a page came' },
    { firstPage: 'x', shown: '', opened: '', came: 'x', why: 'the list was empty' },
    { firstPage: '', shown: 'abc', opened: 'abc', came: '', why: 'all went' },
    {
      firstPage: 'nabc',
      shown: 'ac',
      opened: 'abc',
      came: 'n',
      why: 'the first page still has what was removed',
    },
    {
      firstPage: 'a',
      shown: '',
      opened: 'a',
      came: '',
      why: 'the first page still has all that was removed',
    },
  ])('$firstPage while $shown is shown: $why', ({ firstPage, shown, opened, came }) => {
    expect(idsThatCame(items(firstPage), known(shown), known(opened))).toEqual([...came]);
  });
});
