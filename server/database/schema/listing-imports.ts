import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { importLimits, importOutcomes, importStates } from '#contract/imports/import-fields.ts';
import { bytea, isOneOf, primaryId, timestamptz } from './columns.ts';
import { images } from './images.ts';
import { products } from './sales.ts';
import { users } from './users.ts';

/** The states of an import, and the one before: its file is still arriving. */
const storedStates = ['arriving', ...importStates] as const;

/** A file of listings that is imported for a seller. It is deleted with its rows after 30 days. */
export const listingImports = pgTable(
  'listing_imports',
  {
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** The seller, or an admin. */
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    fileName: text('file_name').notNull(),
    encoding: text('encoding').notNull().default(''),
    delimiter: text('delimiter').notNull().default(','),
    /** The names of the columns, in their order. */
    columns: jsonb('columns').notNull().default([]),
    mapping: jsonb('mapping').notNull().default({}),
    state: text('state', { enum: storedStates }).notNull(),
    rowCount: integer('row_count').notNull().default(0),
    /** The last row that was checked or stored in this state. */
    processed: integer('processed').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    finishedAt: timestamptz('finished_at'),
    /** When rows of it last arrived, were checked or stored. Null for older ones: then `created_at`. */
    activeAt: timestamptz('active_at'),
  },
  (table) => [
    index('listing_imports_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('listing_imports_by_age').on(table.createdAt),
    check('listing_imports_state_known', isOneOf(table.state, storedStates)),
  ],
);

/** The rows of such a file, and what became of them when they were last checked or stored. */
export const listingImportRows = pgTable(
  'listing_import_rows',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => listingImports.id, { onDelete: 'cascade' }),
    /** 1 is the first row after the names. */
    row: integer('row').notNull(),
    cells: jsonb('cells').notNull(),
    /** Made of the cells, for a row without an external id. */
    generatedId: text('generated_id').notNull(),
    outcome: text('outcome', { enum: importOutcomes }),
    productId: uuid('product_id').references(() => products.id),
    /** Of a refused row what is wrong with it, of another one its notices. */
    errors: jsonb('errors'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.row] }),
    index('listing_import_rows_by_outcome').on(table.importId, table.outcome, table.row),
    check('listing_import_rows_outcome_known', isOneOf(table.outcome, importOutcomes)),
  ],
);

/** The pictures of a ZIP file, as they were sent, until the import is done. */
export const listingImportFiles = pgTable(
  'listing_import_files',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => listingImports.id, { onDelete: 'cascade' }),
    /** Its path in the ZIP file. */
    name: text('name').notNull(),
    /** What else a row may call it: in other encodings, and from the folder of the CSV file on. */
    aliases: text('aliases').array().notNull().default([]),
    /** SHA-256 of the content. */
    digest: text('digest').notNull(),
    content: bytea('content').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.name] })],
);

/** What a seller chose for earlier files, for as long as they want it: the next file begins with it. */
export const importChoices = pgTable(
  'import_choices',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    field: text('field').notNull(),
    /** What a column says; empty for the value of all rows. */
    said: text('said').notNull(),
    /** What that means; of all rows, the `value` that files would say. */
    means: jsonb('means').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.field, table.said] })],
);

/** Which image was made of a picture that a file names, so that importing the file again makes no second one. */
export const importedPictures = pgTable(
  'imported_pictures',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the address, or of the content of a file. */
    source: text('source').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.source] }),
    index('imported_pictures_by_image').on(table.imageId),
  ],
);

/**
 * What a seller calls a listing in files. The key makes an import that is repeated find what it has listed; a table of
 * its own, because building an index on products would block listing.
 */
export const externalIds = pgTable(
  'external_ids',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    externalId: text('external_id').notNull(),
    productId: uuid('product_id')
      .notNull()
      .unique()
      .references(() => products.id),
    /** The id made of the cells of a row that has none; it is shown to no one. */
    isGenerated: boolean('is_generated').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** Counts the changes of the listing (`countListingChanges`). */
    version: integer('version').notNull().default(1),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.sellerId, table.externalId] }),
    index('external_ids_by_change').on(table.sellerId, table.changedAt, table.externalId),
    check(
      'external_ids_length',
      sql`char_length(${table.externalId}) between 1 and ${sql.raw(String(importLimits.externalIdLength))}`,
    ),
  ],
);
