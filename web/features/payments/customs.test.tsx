import { describe, expect, test } from 'vitest';
import { paidSample } from '#contract/bookings/booking-samples.ts';
import { crossesCustoms } from '../delivery/CustomsNote.tsx';
import type { KindDetails } from '../instruments/queries.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { CustomsForm } from './CustomsForm.tsx';
import { declaredAtFirst } from './customs-form.ts';
import { ParcelLabel } from './ParcelLabel.tsx';

const nothing = cacheAnsweredBy(() => new Promise(() => {}));
const address = {
  name: 'Bea Reed',
  lines: ['1 Quay'],
  postcode: '8001',
  city: 'Zürich',
  country: 'CH',
};
const sale = paidSample({
  delivery: { method: 'shipping', zone: 'europe', zoneName: 'Europe' },
  shipsFrom: 'DE',
  address,
  shipping: 25,
});
const kind: KindDetails = {
  id: 'violin',
  name: 'Geige',
  isInstrument: true,
  attributes: [],
  checks: [],
  photos: [],
  materials: [],
  brandGroups: [],
  customs: { name: 'Violin', hs: '9202.10' },
};
const wordsOf = (form: 'CN 22' | 'CN 23', permit?: { materials: string[]; number: string }) =>
  textOf(
    pageMarkup(
      <CustomsForm
        booking={{ ...sale, permit }}
        declared={{
          ...declaredAtFirst(sale, { kind, brand: 'Roth' }),
          form,
          origin: 'DE',
          netWeight: '0.5',
          grossWeight: '1.8',
        }}
        sender={{ address: { ...address, name: 'Ada Marsh', city: 'Kiel', country: 'DE' } }}
      />,
      { pattern: '/', address: '/' },
      nothing,
    ),
  );

describe('a customs declaration', () => {
  test.each([
    ['DE', 'CH', true],
    ['DE', 'FR', false],
    [undefined, 'CH', false],
  ])('a sale from %s to %s needs one: %j', (shipsFrom, country, isNeeded) => {
    expect(crossesCustoms({ ...sale, shipsFrom, address: { ...address, country } })).toBe(isNeeded);
    expect(crossesCustoms({ ...sale, shipsFrom, address: undefined })).toBe(false);
  });

  test('the form is CN 22 for what is certainly small, and CN 23 for the rest', () => {
    const formOf = (price: number) =>
      declaredAtFirst({ ...sale, price }, { kind, brand: undefined }).form;
    expect([formOf(300), formOf(300.5)]).toEqual(['CN 22', 'CN 23']);
  });

  test('contents are in English and used, with the code of their kind, or the name of the listing', () => {
    expect(declaredAtFirst(sale, { kind, brand: 'Roth' })).toMatchObject({
      description: 'Used violin (Roth)',
      hs: '9202.10',
    });
    expect(declaredAtFirst(sale, { kind: undefined, brand: undefined })).toMatchObject({
      description: `Used ${sale.name}`,
      hs: '',
    });
  });

  test('both forms say who sends what to whom, its value in the currency of the shop, and that it was sold', () => {
    for (const form of ['CN 22', 'CN 23'] as const) {
      const words = wordsOf(form, { materials: ['pernambuco'], number: 'DE-7' });
      for (const part of [
        form,
        'Ada Marsh',
        'Kiel',
        'Bea Reed',
        'Zürich',
        'Used violin (Roth)',
        '9202.10',
        'Germany',
        'GERMANY',
        'SWITZERLAND',
        '1250.50 USD',
        '[×] Sale of goods',
        '0.5',
        '1.8',
        'DE-7',
      ])
        expect(words).toContain(part);
    }
    expect(wordsOf('CN 23')).toContain('25.00 USD');
    expect(wordsOf('CN 22')).not.toContain('Postal charges');
  });

  test.each([
    ['DE', 'SWITZERLAND'],
    ['CH', 'Switzerland'],
  ])('the label of a parcel from %s names %s', (shipsFrom, country) => {
    const label = (
      <ParcelLabel booking={{ ...sale, shipsFrom }} email="ada@reprise.test" viewer="seller" />
    );
    expect(textOf(pageMarkup(label, { pattern: '/', address: '/' }, nothing))).toContain(country);
  });
});
