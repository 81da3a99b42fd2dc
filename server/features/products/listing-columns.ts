import type { CallRequest } from '#contract/calls.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import {
  type ListedField,
  type ListingField,
  listingEntries,
  type listingFields,
} from '#contract/products/listing-fields.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import type { products } from '../../database/schema/sales.ts';

type Fields = typeof listingFields;

/** The columns of `products` that have what the seller says of a listing. */
export type ListingColumns = Pick<typeof products.$inferSelect, Fields[ListingField]['column']>;
/** Those that lists show to everybody. */
export type ListedColumns = Pick<ListingColumns, Fields[ListedField]['column']>;

const listedEntries = listingEntries.filter(([, { isListed }]) => isListed);

export const listingColumns = listingEntries.map(
  ([, { column }]) => column,
) as (keyof ListingColumns)[];
export const listedColumns = listedEntries.map(
  ([, { column }]) => column,
) as (keyof ListedColumns)[];

/** The columns that these fields set: a field that is not sent sets none, and an empty one sets null. */
export function columnsToSet(
  sent: Partial<CallRequest<'changeProduct'>['body']>,
): Partial<ListingColumns> {
  const columns: Record<string, unknown> = {};
  for (const [field, { column, type }] of listingEntries) {
    const value = sent[field];
    if (value === undefined) continue;
    columns[column] = value === '' ? null : type === 'money' ? toMinorUnits(Number(value)) : value;
  }
  return columns;
}

/** All of them for a new listing. */
export function columnsOf(listing: Parameters<typeof columnsToSet>[0]): ListingColumns {
  const unset = Object.fromEntries(listingColumns.map((column) => [column, null]));
  // The schema of the call requires the columns that cannot be null.
  return { ...unset, ...columnsToSet(listing) } as ListingColumns;
}

/** What lists show of a listing. */
export function listedFieldsFrom(row: ListedColumns): Pick<SingleProduct, ListedField> {
  return fieldsFrom(row, listedEntries) as Pick<SingleProduct, ListedField>;
}

/** All that the seller says of a listing. */
export function listingFieldsFrom(row: ListingColumns) {
  return fieldsFrom(row, listingEntries) as Pick<SingleProduct, ListingField>;
}

function fieldsFrom(row: object, entries: typeof listingEntries): Record<string, unknown> {
  const columns = row as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const [field, { column, type }] of entries) {
    const value = columns[column] ?? undefined;
    fields[field] = type === 'money' && value !== undefined ? toMajorUnits(Number(value)) : value;
  }
  return fields;
}
