import { textsOf } from '#contract/language.ts';
import { type FileColumn, fileEntries } from '#contract/products/listing-fields.ts';
import { msg, type Text } from '#contract/text.ts';

export type ImportField = FileColumn | 'external_id' | 'pickup' | 'shipping' | 'pictures';

interface ImportColumn {
  /** On the page, and in files that people read. */
  label: Text;
  /** What the columns of dealers' files are called, in the order in which they are preferred. */
  guesses: readonly string[];
  isOptional?: true;
  isSharedByRows?: true;
}

type OfListing = Record<FileColumn, ImportColumn>;
const ofListing: Partial<OfListing> = Object.fromEntries<ImportColumn>(
  fileEntries.map(([, { file, ...column }]) => [file, column]),
);

/** The columns of a file of listings, with the names that the export gives them. */
export const importColumns: Record<ImportField, ImportColumn> = {
  external_id: {
    label: msg`External id`,
    guesses: [
      ...['external id', 'sku', 'id', 'article number', 'item number', 'stock number'],
      ...['artikelnummer', 'listing id'],
    ],
    isOptional: true,
  },
  // It has each of them.
  ...(ofListing as OfListing),
  pickup: {
    label: msg`Pickup`,
    guesses: [
      ...['pickup', 'pick up', 'collection', 'collect in person', 'abholung', 'selbstabholung'],
    ],
    isOptional: true,
    isSharedByRows: true,
  },
  shipping: {
    label: msg`Shipping`,
    guesses: ['shipping', 'shipping price', 'shipping cost', 'postage', 'versand'],
    isOptional: true,
    isSharedByRows: true,
  },
  pictures: {
    label: msg`Pictures`,
    guesses: [
      ...['images', 'pictures', 'image', 'picture', 'photos', 'photo', 'image url', 'picture url'],
      ...['image file', 'picture file', 'file name', 'bilder', 'bild'],
    ],
    isSharedByRows: true,
  },
};

export const importFields = Object.keys(importColumns) as ImportField[];

export const importFieldNames: Record<ImportField, string> = textsOf(
  Object.fromEntries(importFields.map((field) => [field, importColumns[field].label])) as Record<
    ImportField,
    Text
  >,
);

/** What a listing can be without. */
export const optionalImportFields = importFields.filter((field) => importColumns[field].isOptional);

/** What may be the same for all rows, because few files have a column for it. */
export const sharedImportFields = importFields.filter(
  (field) => importColumns[field].isSharedByRows,
);

export const importLimits = {
  fileBytes: 20 * 1024 * 1024,
  /**
   * The limits of a ZIP file with a file of listings and its pictures: its size as sent, its unpacked size, and its
   * number of files.
   */
  archiveBytes: 50 * 1024 * 1024,
  unpackedBytes: 100 * 1024 * 1024,
  archiveEntries: 2_000,
  rows: 10_000,
  /** Those of the export, among them one for each answer about an instrument. */
  columns: 400,
  /** A column's name is repeated in each error of its rows. */
  columnNameLength: 200,
  /** Characters of one row. */
  rowLength: 64 * 1024,
  /** Characters of one value: eight addresses of pictures, or a description whose letters are written in two parts. */
  cellLength: 20_000,
  externalIdLength: 100,
  fileNameLength: 200,
  /** Columns beside the one of a field: programs write up to 25 pictures into columns of their own. */
  furtherColumns: 24,
  /** The values of a column that are shown beside what they become, and the length of one. */
  saidValues: 60,
  saidLength: 100,
  /** What is remembered of a seller's files for the next one; the oldest is forgotten. */
  rememberedChoices: 500,
} as const;

/** Those whose value for all rows is remembered; a picture may be gone by the next file. */
export const rememberedFields = sharedImportFields.filter((field) => field !== 'pictures');

/** The state of an import: it is mapped, then checked, then its listings are stored, some rows at a time. */
export const importStates = ['mapping', 'checking', 'checked', 'importing', 'done'] as const;
export type ImportState = (typeof importStates)[number];

/** The fields whose columns have few values, each of which may mean something else in the shop. */
export const valueFields = ['condition', 'category', 'kind', 'playing_state'] as const;
export type ValueField = (typeof valueFields)[number];

/** What the check says of rows that are listed or changed, because it is not what the file says. */
export const importNotices = [
  'html',
  'more-pictures',
  'category-unknown',
  'kind-unknown',
  'shipping-first-zone',
] as const;
export type ImportNotice = (typeof importNotices)[number];

export const importOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const;
