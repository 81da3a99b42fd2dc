import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countries } from '#contract/delivery/countries.ts';
import brandsJson from './brands.json' with { type: 'json' };
import { builtInBrands as brands, brandsFile } from './brands.ts';
import factWordsJson from './fact-words.json' with { type: 'json' };
import { factWords, factWordsFile } from './fact-words.ts';
import { builtInInstruments as instruments, kindsFile } from './kinds.ts';
import { normalBrand } from './normal-brand.ts';
import otherWordsJson from './other-words.json' with { type: 'json' };
import { otherWordsFile } from './other-words.ts';

const { kinds, attributes, checks, photos, materials, common, photoOfEveryKind } = instruments;
const unknown = (ids: readonly string[], known: object) => ids.filter((id) => !(id in known));
const repeated = (ids: readonly string[]) => ids.filter((id, at) => ids.indexOf(id) !== at);
/** What is wrong with each kind, by its id. */
const faultsOf = (find: (kind: (typeof kinds)[number]) => readonly string[]) =>
  kinds.flatMap((kind) => find(kind).map((fault) => `${kind.kind}: ${fault}`));

it('the data of instruments and makers has the form that its schema says', () => {
  expect(kindsFile.safeParse(instruments).error?.issues ?? []).toEqual([]);
  expect(brandsFile.safeParse(brandsJson).error?.issues ?? []).toEqual([]);
});

it('the words of musicians have the form that their schemas say, and name kinds and answers that there are', () => {
  expect(factWordsFile.safeParse(factWordsJson).error?.issues ?? []).toEqual([]);
  expect(otherWordsFile.safeParse(otherWordsJson).error?.issues ?? []).toEqual([]);
  const { mixed, unequal, alike } = otherWordsJson.kinds;
  const named = [mixed, unequal, ...alike].flatMap((list) => list.split(' '));
  expect(named.filter((id) => !kinds.some(({ kind }) => kind === id))).toEqual([]);
  const missing = factWords
    .flatMap(({ facts }) => facts)
    .filter((fact) => {
      const [id = '', answer = ''] = fact.split(':');
      const attribute = attributes[id];
      if (attribute?.type === 'yesno') return !['yes', 'no'].includes(answer);
      return attribute?.values?.[answer] === undefined;
    });
  expect(missing).toEqual([]);
});

it('ids of kinds are unique, and a kind names nothing twice', () => {
  expect(kinds.length).toBeGreaterThan(60);
  expect(repeated(kinds.map(({ kind }) => kind))).toEqual([]);
  const lists = faultsOf((kind) => [
    ...repeated(kind.attributes.map(({ id }) => id)),
    ...repeated(kind.checks),
    ...repeated(kind.photos),
    ...Object.values(kind.words).flatMap(repeated),
  ]);
  expect(lists).toEqual([]);
});

it('docs/shop.md names every kind for owners, and nothing that does not exist', () => {
  const docs = readFileSync(new URL('../../docs/shop.md', import.meta.url), 'utf8');
  const [, said = ''] = docs.split('**What comes with the shop**');
  const [listed = ''] = said.split('All others are in');
  const ids = [...listed.matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id);
  const known = { ...attributes, ...checks, ...photos };
  const ofKinds = ids.filter((id) => !(id in known));
  expect(ofKinds.sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

it('every attribute, check, photo and material that a kind names exists', () => {
  const missing = faultsOf((kind) => [
    ...unknown(
      kind.attributes.map(({ id }) => id),
      attributes,
    ),
    ...unknown(kind.checks, checks),
    ...unknown(kind.photos, photos),
    ...unknown(kind.materials ?? [], materials),
    ...(kind.without ?? []).filter((id) => !common.includes(id)),
  ]);
  expect(missing).toEqual([]);
  expect(unknown(common, attributes)).toEqual([]);
  expect(unknown(photoOfEveryKind, photos)).toEqual([]);
});

it('a kind names no attribute and no photo that every kind has', () => {
  const doubled = faultsOf((kind) => [
    ...kind.attributes.map(({ id }) => id).filter((id) => common.includes(id)),
    ...kind.photos.filter((id) => photoOfEveryKind.includes(id)),
  ]);
  expect(doubled).toEqual([]);
});

it('every attribute, check, photo and material that is not former belongs to a kind', () => {
  const used = new Set([
    ...common,
    ...photoOfEveryKind,
    ...kinds.flatMap((kind) => [
      ...kind.attributes.map(({ id }) => id),
      ...kind.checks,
      ...kind.photos,
      ...(kind.materials ?? []),
    ]),
  ]);
  const all = [attributes, checks, photos, materials].flatMap((table) => Object.entries(table));
  const unused = all.filter(([id, entry]) => !('former' in entry) && !used.has(id));
  expect(unused.map(([id]) => id)).toEqual([]);
});

it('a kind narrows an attribute to some of its values', () => {
  const wrong = faultsOf((kind) =>
    kind.attributes.flatMap(({ id, values = [] }) => unknown(values, attributes[id]?.values ?? {})),
  );
  expect(wrong).toEqual([]);
});

it('a value of an attribute can be chosen for one of its kinds', () => {
  const free = Object.entries(attributes).flatMap(([id, { values = {}, formerValues = [] }]) => {
    const uses = kinds.flatMap((kind) => kind.attributes.filter((one) => one.id === id));
    if (common.includes(id) || uses.some((one) => !one.values)) return [];
    const chosen = new Set([...formerValues, ...uses.flatMap((one) => one.values ?? [])]);
    return Object.keys(values)
      .filter((value) => !chosen.has(value))
      .map((value) => `${id}: ${value}`);
  });
  expect(free).toEqual([]);
});

it('a choice has values, a number its bounds, and nothing else has them', () => {
  const wrong = Object.entries(attributes).filter(
    ([, { type, values, formerValues = [], min, max, unit }]) =>
      (type === 'choice') !== (values !== undefined) ||
      formerValues.some((value) => !(value in (values ?? {}))) ||
      ['number', 'year'].includes(type) !== (min !== undefined && max !== undefined) ||
      (min !== undefined && max !== undefined && min >= max) ||
      (unit !== undefined && type !== 'number' && type !== 'choice'),
  );
  expect(wrong.map(([id]) => id)).toEqual([]);
});

it('the groups of makers are those of the kinds', () => {
  const ofKinds = new Set(kinds.flatMap(({ brandGroups }) => brandGroups));
  const ofMakers = new Set(brands.flatMap(({ groups }) => groups));
  expect([...ofKinds].sort()).toEqual([...ofMakers].sort());
});

it('a name or another name leads to one maker', () => {
  const names = brands.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(normalBrand));
  expect(names).not.toContain('');
  expect(repeated(names)).toEqual([]);
  expect(brands.filter(({ country }) => !countries.includes(country))).toEqual([]);
});

it.each([
  ['C. G. Conn', 'cgconn'],
  ['Höfner', 'hofner'],
  ['ヤマハ', 'ヤマハ'],
  ['ｙａｍａｈａ', 'yamaha'],
  ['Lâg (Luthier)', 'lagluthier'],
  ['جوهرة الفن', 'جوهرةالفن'],
  ['— ! —', ''],
])('the maker “%s” is compared as “%s”', (name, normal) => {
  expect(normalBrand(name)).toBe(normal);
  expect(normalBrand(normal)).toBe(normal);
});
