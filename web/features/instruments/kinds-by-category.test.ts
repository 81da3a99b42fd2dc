import { afterEach, expect, test } from 'vitest';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { kindsByCategory } from './kinds-by-category.ts';

afterEach(() => setShopCategories());

test('kinds are listed by the categories of the shop that have some, and those in none come last', () => {
  setShopCategories([{ id: 'studio', name: 'Studio' }, { id: 'String' }, { id: 'Brass' }]);
  const trumpet = { id: 'trumpet', category: undefined };
  const [violin, mixer] = [
    { id: 'violin', category: 'String' },
    { id: 'mixer', category: 'studio' },
  ];
  expect(kindsByCategory([trumpet, violin, mixer])).toEqual([
    { category: 'studio', kinds: [mixer] },
    { category: 'String', kinds: [violin] },
    { category: undefined, kinds: [trumpet] },
  ]);
});
