import { describe, expect, test } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { messages } from '#contract/messages.ts';
import { changeProduct, listProduct } from '#contract/products/listing.ts';
import { type SafeStorage, safeStorage } from '../../../browser-storage.ts';
import type { KindDetails } from '../../instruments/queries.ts';
import { singleSample } from '../product-samples.ts';
import { answersOf } from './answers.ts';
import { type Draft, draftPlace } from './draft.ts';
import {
  changeOf,
  emptyListing,
  fieldsOf,
  type ListingFields,
  listingForm,
  newProduct,
  receivedOf,
} from './listing-form.ts';

const { required } = messages;
const filled: ListingFields = {
  ...emptyListing,
  name: 'Cornet',
  brand: '',
  category: 'Brass',
  condition: 'Good',
  year: '2015',
  description: 'Two dents.',
  price: '450',
  offers: 'yes',
  leastOffer: '',
  originalPrice: '',
  number: '555-0101',
  location: 'Leith',
  delivery: 'pickup',
  shipping: '{}',
};

describe('the form of a listing', () => {
  test('the listing form says what the seller receives of the price, to the cent, and nothing without a price', () => {
    expect(receivedOf('450', { percent: 10 })).toBe(405);
    expect(receivedOf(' 99.99 ', { percent: 12.5 })).toBe(87.49);
    expect(receivedOf('0.10', { percent: 5, maximum: 1 })).toBe(0.09);
    expect(receivedOf('1,250.50', { percent: 0, fixed: 0.5 })).toBe(1250);
    for (const typed of ['', ' ', 'a lot', '-5', '0'])
      expect(receivedOf(typed, { percent: 10 })).toBeUndefined();
  });

  test('the listing form asks for no shipping price in a shop without zones', () => {
    const sent = singleSample({ delivery: { pickup: false, shipping: {} } });
    setShopZones([]);
    const { success, data } = listingForm.safeParse({ ...filled, delivery: 'shipping' });
    expect(success && newProduct(data, ['a'])).not.toHaveProperty('delivery');
    const typed = { ...fieldsOf(sent), number: '555-0101', name: 'Renamed' };
    const renamed = listingForm.parse(typed);
    expect(changeOf(sent, renamed, sent.images)).toEqual({ name: 'Renamed', number: '555-0101' });
    setShopZones(undefined);
    expect(listingForm.safeParse(typed).success).toBe(false);
  });

  test('the listing form requires what the specification requires, and nothing else', () => {
    expect(messagesOf({ ...emptyListing, year: '' })).toEqual({
      name: required.name,
      year: required.purchaseYear,
      description: required.description,
      price: required.resalePrice,
      number: required.mobileNumber,
      location: required.location,
    });
  });

  test.each([
    ['1,250.50', 1250.5],
    [' $450 ', 450],
    ['1,000,000', 1_000_000],
    ['1,25,00', 'Write the price as a number, like 450 or 449.50'],
    ['1.250', '1.250 can be read as 1.25 and as 1,250: write 1.25 or 1250'],
    ['0', 'The price must be above 0'],
    ['-3', 'The price must be above 0'],
    ['1000001', 'The price may be at most 1,000,000'],
    ['10.0005', 'Use at most two digits after the point'],
  ])('the listing form reads the price %j', (price, expected) => {
    const { data } = listingForm.safeParse({ ...filled, price, originalPrice: price });
    if (typeof expected === 'string') {
      const { price: one, originalPrice: other } = messagesOf({
        ...filled,
        price,
        originalPrice: price,
      });
      expect([one, other]).toEqual([expected, expected]);
    } else expect([data?.price, data?.originalPrice]).toEqual([expected, expected]);
  });

  test.each([
    ['1899', 'The year must be from 1900 to 2099'],
    ['2100', 'The year must be from 1900 to 2099'],
    ['2015.5', 'The year must be a whole number'],
    ['1900', undefined],
    ['2099', undefined],
  ])('the listing form says of the year %s: %s', (year, message) => {
    expect(messagesOf({ ...filled, year }).year).toBe(message);
  });

  test('separators are removed from a phone number that is too long with them', () => {
    const numberOf = (number: string) => listingForm.safeParse({ ...filled, number }).data?.number;
    expect(numberOf('555 010 123')).toBe('555 010 123');
    expect(numberOf('+44 (7700) 900-123')).toBe('+447700900123');
    expect(numberOf('+44 7700 900123 45')).toBeUndefined();
  });

  test('a maker is trimmed, may be missing, and has at most 80 characters', () => {
    const brandOf = (brand: string) => listingForm.parse({ ...filled, brand }).brand;
    expect(brandOf('  Besson ')).toBe('Besson');
    expect(brandOf(' ')).toBeUndefined();
    expect(messagesOf({ ...filled, brand: 'b'.repeat(81) }).brand).toBe(
      'Use at most 80 characters',
    );
  });

  test('the listing form sends what the contract accepts', () => {
    const body = newProduct(listingForm.parse(filled), ['/a.webp', '/b.webp']);
    expect(listProduct.body?.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ image: '/a.webp', images: ['/a.webp', '/b.webp'], price: 450 });
  });
});

describe('an edited listing', () => {
  const product = singleSample({ number: '555-0101', images: ['/1.webp', '/2.webp'] });
  const changed = (difference: Partial<ListingFields>, pictures = product.images) =>
    changeOf(product, listingForm.parse({ ...fieldsOf(product), ...difference }), pictures);

  test('an edited listing sends an empty maker to remove it', () => {
    const made = { ...product, brand: 'Selmer' };
    const edit = (brand: string) =>
      changeOf(made, listingForm.parse({ ...fieldsOf(made), brand }), made.images);
    expect(edit('')).toEqual({ brand: '' });
    expect(edit('Selmer ')).toBeUndefined();
  });

  test('an edited listing without changes sends nothing', () => {
    expect(changed({})).toBeUndefined();
  });

  test('an edited listing sends only what was changed, and clears what was emptied', () => {
    const change = changed({ price: '99.90', category: 'none', originalPrice: '' });
    expect(change).toEqual({ price: 99.9, category: '', originalPrice: '' });
    expect(changeProduct.body?.safeParse(change).success).toBe(true);
  });

  test('an edited listing sends all pictures when their order was changed', () => {
    expect(changed({}, ['/2.webp', '/1.webp'])).toEqual({
      image: '/2.webp',
      images: ['/2.webp', '/1.webp'],
    });
  });
});

describe('a draft', () => {
  const clip = {
    url: '/clips/a.mp3',
    kind: 'sound',
    type: 'audio/mpeg',
    seconds: 1,
    bytes: 9,
  } as const;
  const draft: Draft = {
    fields: filled,
    pictures: [{ url: '/a.webp', uploadedAt: 7 }],
    clips: [{ clip: { ...clip, transcript: 'A chord' }, uploadedAt: 7 }],
  };

  test('a draft is restored for the same person and form only', () => {
    const storage = memory();
    draftPlace('Ada@reprise.test', 'new', storage).write(draft);
    const read = (email: string, subject: string) => draftPlace(email, subject, storage).read();
    expect(read('ada@reprise.test', 'new')).toMatchObject(draft);
    expect(read('bea@reprise.test', 'new')).toBeUndefined();
    expect(read('ada@reprise.test', 'another form')).toBeUndefined();
  });

  test('a draft from before a field of the form is restored without it', () => {
    const { leastOffer: _, ...before } = filled;
    const storage = memory(JSON.stringify({ version: 1, ...draft, fields: before }));
    expect(draftPlace('a', 'new', storage).read()?.fields).toEqual(before);
  });

  test('an unreadable draft, or one of another version, is ignored', () => {
    for (const stored of ['{', '{}', 'null', JSON.stringify({ ...draft, version: 2 })]) {
      const storage = memory(stored);
      expect(draftPlace('a', 'new', storage).read(), stored).toBeUndefined();
    }
  });

  test('a draft cannot be stored where the browser blocks storage, and the form still works', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const place = draftPlace('a', 'new', blocked);
    expect(place.read()).toBeUndefined();
    expect(place.write(draft)).toBe(false);
    expect(() => place.drop()).not.toThrow();
  });
});

/** The first message of each wrong field. */
function messagesOf(fields: ListingFields): Partial<Record<string, string>> {
  const found: Partial<Record<string, string>> = {};
  const { error } = listingForm.safeParse(fields);
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}

/** A storage in memory; with `value`, one that holds it under every key. */
function memory(value?: string): SafeStorage {
  const kept = new Map<string, string>();
  const storage: Storage = {
    get length() {
      return kept.size;
    },
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => value ?? kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
  return safeStorage(() => storage);
}

describe('what the form says of the instrument', () => {
  const kind: KindDetails = {
    id: 'violin',
    name: 'Violin',
    category: 'String',
    isInstrument: true,
    attributes: [
      {
        id: 'violin-size',
        label: 'Size',
        type: 'choice',
        filter: true,
        first: true,
        values: [{ id: '3/4', label: '3/4' }],
      },
      { id: 'weight', label: 'Weight', type: 'number', min: 1, max: 9, filter: true, first: true },
      { id: 'brand', label: 'Maker', type: 'suggest', field: 'brand', filter: true, first: false },
    ],
    checks: [{ id: 'cracks', ask: 'Cracks?', good: 'no', fine: 'No cracks', flaw: 'A crack' }],
    photos: [],
    materials: [],
    brandGroups: [],
    customs: { name: 'Violin' },
  };
  const said = {
    ...filled,
    kind: 'violin',
    madeYear: '1905',
    madeSure: 'about' as const,
    facts: JSON.stringify({ 'violin-size': '3/4', weight: '2,5', pitch: 'bb' }),
    checks: JSON.stringify({ cracks: 'unknown' }),
  };

  test('a new listing has its kind, year made and answers, without those to what another kind is asked', () => {
    const body = newProduct(listingForm.parse(said), ['/a.webp'], answersOf(kind, said));
    expect(body).toMatchObject({ kind: 'violin', made: { year: 1905, sure: 'about' } });
    expect(body.facts).toEqual({ 'violin-size': '3/4', weight: 2.5 });
    expect(body.checks).toEqual({ cracks: 'unknown' });
    expect(listProduct.body?.safeParse(body).success).toBe(true);
  });

  test('a listing without a kind leaves it to the name, and one that wants none says so', () => {
    expect(newProduct(listingForm.parse(filled), ['/a.webp'])).not.toHaveProperty('kind');
    const none = newProduct(listingForm.parse({ ...filled, kind: 'none' }), ['/a.webp']);
    expect(none.kind).toBe('');
  });

  test('an edit sends the answers that differ, an empty one for what is taken back, and keeps what is not asked', () => {
    const product = singleSample({
      kind: 'violin',
      kindFrom: 'seller',
      number: '555-0101',
      made: { year: 1905, sure: 'about' },
      facts: { 'violin-size': '3/4', era: 'romantic' },
      checks: { cracks: 'no' },
    });
    const edit = (difference: Partial<ListingFields>) => {
      const fields = { ...fieldsOf(product), ...difference };
      const answers = answersOf(kind, fields);
      return changeOf(product, listingForm.parse(fields), product.images, answers);
    };
    expect(edit({})).toBeUndefined();
    expect(edit({ facts: '{"weight":"3"}', checks: '{}' })).toEqual({
      facts: { 'violin-size': '', weight: 3 },
      checks: { cracks: '' },
    });
    expect(edit({ madeYear: '' })).toEqual({ made: '' });
    expect(edit({ kind: 'none' })).toEqual({ kind: '' });
  });

  test('a year made is four digits, or nothing', () => {
    for (const madeYear of ['62', '1599', '2100', 'old']) {
      expect(messagesOf({ ...filled, madeYear }).madeYear).toBe('Enter a year from 1600 to 2099');
    }
    const nextYear = `${new Date().getUTCFullYear() + 1}`;
    expect(messagesOf({ ...filled, madeYear: nextYear }).madeYear).toBe(
      'This year is still to come',
    );
    expect(messagesOf({ ...filled, madeYear: '' })).not.toHaveProperty('madeYear');
  });
});
