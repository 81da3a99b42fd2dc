/* What a file of listings is mapped to. Apart from the schemas, for the page. */

import { textsOf } from './language.ts';
import { msg } from './text.ts';

/** The fields of a listing in a file, with the names that the export gives its columns. */
export const importFields = [
  'external_id',
  'name',
  'price',
  'original_price',
  'category',
  'condition',
  'phone',
  'location',
  'description',
  'purchase_year',
  'takes_offers',
  'least_offer',
  'pickup',
  'shipping',
  'pictures',
] as const;
export type ImportField = (typeof importFields)[number];

/** What they are called on the page, and in files that people read. */
export const importFieldNames: Record<ImportField, string> = textsOf({
  external_id: msg`External id`,
  name: msg`Name`,
  price: msg`Price`,
  original_price: msg`Original price`,
  category: msg`Category`,
  condition: msg`Condition`,
  phone: msg`Phone`,
  location: msg`Location`,
  description: msg`Description`,
  purchase_year: msg`Year of purchase`,
  takes_offers: msg`Takes offers`,
  least_offer: msg`Lowest offer`,
  pickup: msg`Pickup`,
  shipping: msg`Shipping`,
  pictures: msg`Pictures`,
});

/** What a listing can be without. */
export const optionalImportFields: readonly ImportField[] = [
  'external_id',
  'original_price',
  'category',
  'condition',
  'takes_offers',
  'least_offer',
  'pickup',
  'shipping',
];

/** What may be the same for all rows, because few files have a column for it. */
export const sharedImportFields: readonly ImportField[] = [
  'category',
  'condition',
  'phone',
  'location',
  'purchase_year',
  'takes_offers',
  'pickup',
  'shipping',
  'pictures',
];

export const importLimits = {
  fileBytes: 20 * 1024 * 1024,
  /** Of a ZIP file with a file of listings and its pictures: as it is sent, what is unpacked of it, and files in it. */
  archiveBytes: 50 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  archiveEntries: 2_000,
  rows: 10_000,
  columns: 100,
  /** A column's name is repeated in each error of its rows. */
  columnNameLength: 200,
  /** Characters of one row. */
  rowLength: 64 * 1024,
  /** Characters of one value: eight addresses of pictures, or a description whose letters are written in two parts. */
  cellLength: 20_000,
  externalIdLength: 100,
  fileNameLength: 200,
} as const;

/** Where an import stands: it is mapped, then checked, then its listings are stored, some rows at a time. */
export const importStates = ['mapping', 'checking', 'checked', 'importing', 'done'] as const;
export type ImportState = (typeof importStates)[number];

export const importOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const;
