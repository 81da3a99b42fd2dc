import { MutationObserver } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { CallFailure } from '../../api/failures.ts';
import { cacheAt, listOf } from '../users/user-samples.ts';
import { changeStatusMutation, withdrawProductMutation } from './own/own-queries.ts';
import { listedSample } from './product-samples.ts';
import { advertisedQuery, ownProductsQuery } from './queries.ts';

const email = 'ada@reprise.test';
const one = listedSample({ _id: 'one' });
const two = listedSample({ _id: 'two' });

function shop(answers: Parameters<typeof cacheAt>[0]) {
  const { cache } = cacheAt(answers);
  const { pages: _, ...rest } = listOf([]);
  cache.setQueryData(ownProductsQuery(email).queryKey, {
    ...rest,
    pages: [{ items: [one, two], nextCursor: null }],
  });
  const shown = () =>
    cache
      .getQueryData(ownProductsQuery(email).queryKey)
      ?.pages.flatMap(({ items }) => items.map(({ _id, status }) => `${_id}: ${status}`));
  return { cache, shown };
}

describe("a seller's own list", () => {
  test('a seller’s own list shows the changed status, and every other list is invalidated', async () => {
    const { cache, shown } = shop({
      changeProductStatus: () => ({ acknowledged: true, modifiedCount: 1 }),
    });
    cache.setQueryData(advertisedQuery().queryKey, []);
    await new MutationObserver(cache, changeStatusMutation()).mutate({
      id: 'two',
      status: 'advertise',
    });
    expect(shown()).toEqual(['one: available', 'two: advertise']);
    expect(cache.getQueryState(advertisedQuery().queryKey)?.isInvalidated).toBe(true);
    cache.clear();
  });

  test('a seller’s own list is unchanged when a status is refused, and is invalidated', async () => {
    const refuse = vi.fn(() => {
      throw new CallFailure({ status: 409, detail: 'This instrument is sold' });
    });
    const { cache, shown } = shop({ changeProductStatus: refuse });
    const change = new MutationObserver(cache, changeStatusMutation());
    await expect(change.mutate({ id: 'two', status: 'advertise' })).rejects.toThrow('is sold');
    expect(refuse).toHaveBeenCalledOnce();
    expect(shown()).toEqual(['one: available', 'two: available']);
    expect(cache.getQueryState(ownProductsQuery(email).queryKey)?.isInvalidated).toBe(true);
    cache.clear();
  });

  test('a seller’s own list drops a withdrawn product', async () => {
    const { cache, shown } = shop({
      withdrawProduct: () => ({ acknowledged: true, deletedCount: 1 }),
    });
    await new MutationObserver(cache, withdrawProductMutation()).mutate(one);
    expect(shown()).toEqual(['two: available']);
    cache.clear();
  });
});
