import { expect, test } from 'vitest';
import { FactsTable } from '../instruments/FactsTable.tsx';
import { kindLine, madeText } from '../instruments/kind-texts.ts';
import { type ShownKind, shownKindQuery } from '../instruments/queries.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from './page-samples.tsx';
import { singleSample } from './product-samples.ts';

const check = (id: string, good: 'yes' | 'no') => ({
  id,
  good,
  ask: `Ask ${id}`,
  fine: `Fine ${id}`,
  flaw: `Flaw ${id}`,
});
const violin: ShownKind = {
  id: 'violin',
  name: 'Violin',
  attributes: [
    {
      id: 'size',
      label: 'Size',
      type: 'choice',
      values: [{ id: '3/4', label: 'Three quarters' }],
      filter: true,
      first: true,
    },
    { id: 'weight', label: 'Weight', type: 'number', unit: 'g', filter: true, first: true },
  ],
  checks: [check('seams', 'yes'), check('cracks', 'no'), check('worm', 'no'), check('post', 'yes')],
};

function shownText(difference: Parameters<typeof singleSample>[0]): string {
  const product = singleSample({ kind: 'violin', ...difference });
  const cache = cacheAnsweredBy(() => ({}));
  cache.setQueryData(shownKindQuery('violin').queryKey, violin);
  const place = { pattern: '/', address: '/' };
  return textOf(pageMarkup(<FactsTable product={product} />, place, cache));
}

test('the table of facts has what the seller says in words, and nothing for what is not said', () => {
  const text = shownText({
    brand: 'Stentor',
    made: { year: 1960, sure: 'decade' },
    facts: { size: '3/4' },
  });
  expect(text).toContain('Kind Violin Maker Stentor Year made the 1960s Size Three quarters');
  expect(text).not.toContain('Weight');
  expect(text).not.toContain('Model');
});

test('flaws stand before what is in order, and what is unknown or not said stands last', () => {
  const text = shownText({
    playingState: 'repair',
    checks: { seams: 'no', cracks: 'no', worm: 'unknown' },
  });
  const order = ['Needs repair', 'Flaw seams', 'Fine cracks', 'Ask worm', 'Not said', 'Ask post'];
  const places = order.map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});

test('a card says the first fact of the kind, or the left hand before it', () => {
  const leading = [
    { id: 'size', type: 'choice' as const, values: [{ id: '3/4', label: '3/4' }] },
    { id: 'hand', type: 'choice' as const, values: [{ id: 'left', label: 'Left-handed' }] },
  ];
  const kind = { ...violin, category: 'String' as const, isInstrument: true, leading };
  expect(kindLine(kind, { size: '3/4', hand: 'right' })).toBe('Violin · 3/4');
  expect(kindLine(kind, { size: '3/4', hand: 'left' })).toBe('Violin · Left-handed');
  expect(kindLine(kind)).toBe('Violin');
  expect(kindLine(kind, { size: 'other' })).toBe('Violin');
  const key = { id: 'key', type: 'yesno' as const };
  expect(kindLine({ ...kind, leading: [key] }, { key: 'yes' })).toBe('Violin');
});

test('a year made is exact, about or a decade', () => {
  expect(madeText({ year: 1962, sure: 'exact' })).toBe('1962');
  expect(madeText({ year: 1962, sure: 'about' })).toBe('about 1962');
});
