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
  return textOf(markupOf(difference, violin));
}

function markupOf(difference: Parameters<typeof singleSample>[0], kind: ShownKind): string {
  const product = singleSample({ kind: 'violin', ...difference });
  const cache = cacheAnsweredBy(() => ({}));
  cache.setQueryData(shownKindQuery('violin').queryKey, kind);
  const place = { pattern: '/', address: '/' };
  return pageMarkup(<FactsTable product={product} />, place, cache);
}

test('a text that the owner has not written in the language of the page says its own language', () => {
  const nl = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, 'nl']));
  const weight = violin.attributes.filter(({ id }) => id === 'weight');
  const barrelOrgan: ShownKind = {
    ...violin,
    name: 'Draaiorgel',
    languages: nl('name'),
    attributes: [
      {
        id: 'size',
        type: 'choice',
        filter: true,
        first: true,
        label: 'Maat',
        languages: nl('label'),
        values: [{ id: '3/4', label: 'Klein', languages: nl('label') }],
      },
      ...weight,
    ],
    checks: [{ ...check('seams', 'yes'), languages: { ask: 'nl', fine: 'ar' } }],
  };
  const said = { facts: { size: '3/4', weight: 7 } };
  const markup = markupOf({ ...said, checks: { seams: 'yes' } }, barrelOrgan);
  expect(markup).toContain('<span lang="nl">Draaiorgel</span>');
  expect(markup).toContain('<span lang="nl">Maat</span>');
  expect(markup).toContain('<span lang="nl">Klein</span>');
  expect(markup).toContain('<span dir="rtl" lang="ar">Fine seams</span>');
  expect(markup).not.toMatch(/lang="[^"]*">Weight/);
  const unsaid = markupOf({ ...said, checks: {} }, barrelOrgan);
  expect(unsaid).toContain('<span lang="nl">Ask seams</span>');
});

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
  const line = (...said: Parameters<typeof kindLine>) => kindLine(...said).map(({ text }) => text);
  expect(line(kind, { size: '3/4', hand: 'right' })).toEqual(['Violin', '3/4']);
  expect(line(kind, { size: '3/4', hand: 'left' })).toEqual(['Violin', 'Left-handed']);
  expect(line(kind)).toEqual(['Violin']);
  expect(line(kind, { size: 'other' })).toEqual(['Violin']);
  const key = { id: 'key', type: 'yesno' as const };
  expect(line({ ...kind, leading: [key] }, { key: 'yes' })).toEqual(['Violin']);
});

test('a year made is exact, about or a decade', () => {
  expect(madeText({ year: 1962, sure: 'exact' })).toBe('1962');
  expect(madeText({ year: 1962, sure: 'about' })).toBe('about 1962');
});
