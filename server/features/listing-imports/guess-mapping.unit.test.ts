import { describe, expect, it } from 'vitest';
import { importFields } from '#contract/imports/import-fields.ts';
import { listProduct } from '#contract/products/listing.ts';
import { builtInLanguages } from '#contract/shop/languages.ts';
import { compileCatalogue } from '../../../scripts/build/texts.mjs';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { headerOf } from '../exports/exported-kind.ts';
import { exportedKindOf } from '../exports/stream-export.ts';
import { nameColumns } from './column-names.ts';
import { guessMapping } from './guess-mapping.ts';

describe('the guessed mapping of columns to fields', () => {
  it('every column of the shop’s own export is recognised', () => {
    const mapping = guessMapping(
      Object.keys(exportedKindOf('listings', 2026).columns),
      englishOnly,
    );
    // Only the seller reads the lowest offer, so no export has it.
    const exported = importFields.filter((field) => field !== 'least_offer');
    expect(mapping).toEqual(
      Object.fromEntries(exported.map((field) => [field, { column: field }])),
    );
  });

  it.each(builtInLanguages.filter((tag) => tag !== 'en'))(
    'the headings of an export in %s are recognised',
    async (tag) => {
      const language = loadedLanguage({ tag, prefix: `/${tag}` }, await compileCatalogue(tag));
      const listings = exportedKindOf('listings', 2026);
      const names = Object.keys(listings.columns);
      const headings = headerOf(listings.columns, listings, language).trim().split(',');
      expect(headings).not.toEqual(names);
      const mapping = guessMapping(headings, [...englishOnly, language]);
      for (const field of importFields.filter((name) => name !== 'least_offer')) {
        expect(mapping[field], field).toEqual({ column: headings[names.indexOf(field)] });
      }
    },
  );

  it('every field of the API is recognised', () => {
    const fields = Object.keys(listProduct.body.shape);
    const mapping = guessMapping(
      ['externalId', ...fields.filter((field) => field !== 'image')],
      englishOnly,
    );
    expect(mapping).toEqual({
      brand: { column: 'brand' },
      external_id: { column: 'externalId' },
      kind: { column: 'kind' },
      language: { column: 'language' },
      made: { column: 'made' },
      model: { column: 'model' },
      name: { column: 'name' },
      playing_state: { column: 'playingState' },
      price: { column: 'price' },
      original_price: { column: 'originalPrice' },
      category: { column: 'category' },
      condition: { column: 'condition' },
      phone: { column: 'number' },
      location: { column: 'location' },
      description: { column: 'description' },
      purchase_year: { column: 'year' },
      takes_offers: { column: 'takesOffers' },
      least_offer: { column: 'leastOffer' },
      country: { column: 'country' },
      materials: { column: 'materials' },
      papers: { column: 'papers' },
      permit: { column: 'permit' },
      pictures: { column: 'images' },
    });
    expect(guessMapping(['_id', 'image'], englishOnly)).toEqual({
      external_id: { column: '_id' },
      pictures: { column: 'image' },
    });
  });

  it('headings as dealers write them are recognised, each column once', () => {
    expect(
      guessMapping(
        ['SKU*', 'Title', 'Price', 'Year', 'Image URL', 'Number', 'Colour'],
        englishOnly,
      ),
    ).toEqual({
      external_id: { column: 'SKU*' },
      name: { column: 'Title' },
      price: { column: 'Price' },
      phone: { column: 'Number' },
      purchase_year: { column: 'Year' },
      pictures: { column: 'Image URL' },
    });
  });

  it('the seller’s last choice wins for columns that the file has', () => {
    const remembered = { name: { column: 'Model' }, price: { column: 'Gone' } };
    const defaults = { phone: { value: '555 0101' }, category: { value: 'Brass' } };
    const columns = ['Model', 'Title', 'Price', 'Category'];
    expect(guessMapping(columns, englishOnly, remembered, { defaults })).toEqual({
      name: { column: 'Model' },
      price: { column: 'Price' },
      phone: { value: '555 0101' },
      // A column of the file counts more than what was the same for all rows of another one.
      category: { column: 'Category' },
    });
  });

  it('unknown headings are mapped to nothing', () => {
    expect(guessMapping(['Foo', 'Bar', ''], englishOnly)).toEqual({});
  });
});

it('columns without a name, and those of the same name, are numbered', () => {
  expect(nameColumns(['Name', ' ', 'Name', 'Name'])).toEqual([
    'Name',
    'Column 2',
    'Name (2)',
    'Name (3)',
  ]);
});
