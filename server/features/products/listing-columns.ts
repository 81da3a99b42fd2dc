import { isDeepStrictEqual } from 'node:util';
import type { CallRequest } from '#contract/calls.ts';
import { builtInInstruments } from '#contract/instruments/kinds.ts';
import { aloneAnswers } from '#contract/instruments/materials.ts';
import { normalBrand } from '#contract/instruments/normal-brand.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import {
  type ListedField,
  type ListingField,
  listingEntries,
  type listingFields,
} from '#contract/products/listing-fields.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { msg } from '#contract/text.ts';
import type { FieldError } from '../../core/problem.ts';
import type { products } from '../../database/schema/sales.ts';
import { needsPapers } from '../delivery/border-rules.ts';
import { answersToStore, shownAnswers } from './listing-answers.ts';

type Fields = typeof listingFields;

/** Columns that go with those of the fields. */
const listedBeside = ['kindFrom', 'madeSure'] as const;
const storedBeside = [...listedBeside, 'brandNormal'] as const;

/** The columns of `products` that have what the seller says of a listing. */
export type ListingColumns = Pick<
  typeof products.$inferSelect,
  Fields[ListingField]['column'] | (typeof storedBeside)[number]
>;
/** Those that lists show to everyone. */
export type ListedColumns = Pick<
  ListingColumns,
  Fields[ListedField]['column'] | (typeof listedBeside)[number]
>;

const listedEntries = listingEntries.filter(([, { isListed }]) => isListed);

export const listingColumns = [
  ...listingEntries.map(([, { column }]) => column),
  ...storedBeside,
] as (keyof ListingColumns)[];
export const listedColumns = [
  ...listedEntries.map(([, { column }]) => column),
  ...listedBeside,
] as (keyof ListedColumns)[];

type Sent = Partial<CallRequest<'changeProduct'>['body']>;

/**
 * The columns that these fields set, of a new listing or of this one: a field that is not sent sets none, and an empty one
 * sets null.
 * @returns also what is wrong with the kind and the answers
 */
export function columnsToSet(
  sent: Sent,
  before?: ListingColumns,
): { columns: Partial<ListingColumns>; errors: FieldError[] } {
  const columns: Record<string, unknown> = {};
  for (const [field, { column, type }] of listingEntries) {
    const value = sent[field];
    if (value === undefined || type === 'answers' || type === 'made') continue;
    columns[column] = value === '' ? null : type === 'money' ? toMinorUnits(Number(value)) : value;
  }
  if (sent.brand !== undefined) columns.brandNormal = normalBrand(sent.brand) || null;
  if (sent.made !== undefined) {
    const { year, sure } = sent.made || { year: null, sure: null };
    Object.assign(columns, { madeYear: year, madeSure: sure });
  }
  const { stored, errors } = answersToStore(sent, before);
  return {
    columns: { ...columns, ...stored },
    errors: [...errors, ...unknownMaterials(sent.materials), ...missingPapers(sent, before)],
  };
}

function unknownMaterials(said: Sent['materials'] = ''): FieldError[] {
  const isKnown = (id: string) =>
    aloneAnswers.some((alone) => alone === id) || builtInInstruments.materials[id] !== undefined;
  if (said === '' || said.every(isKnown)) return [];
  return [{ field: 'materials', message: msg`There is no such material` }];
}

/** Where materials need papers at home too, nothing is listed without them. */
function missingPapers(sent: Sent, before?: ListingColumns): FieldError[] {
  if (sent.materials === undefined && sent.papers === undefined) return [];
  const materials = sent.materials === '' ? null : (sent.materials ?? before?.materials);
  const papers = sent.papers ?? before?.papers ?? '';
  if (papers !== '' || !needsPapers(materials)) return [];
  return [{ field: 'papers', message: msg`Name the papers that this material needs` }];
}

/** All of them for a new listing. */
export function columnsOf(listing: Sent): { columns: ListingColumns; errors: FieldError[] } {
  const unset = Object.fromEntries(listingColumns.map((column) => [column, null]));
  const { columns, errors } = columnsToSet(listing);
  // The schema of the call requires the columns that cannot be null.
  return { columns: { ...unset, ...columns } as ListingColumns, errors };
}

/** Whether any of these columns differs from what is stored. Undefined ones do not count. */
export function hasChanges<Stored extends object>(
  stored: Stored,
  columns: Partial<Record<keyof Stored, unknown>>,
): boolean {
  const names = Object.keys(columns) as (keyof Stored)[];
  return names.some(
    (name) => columns[name] !== undefined && !isDeepStrictEqual(columns[name], stored[name]),
  );
}

/** The parameters of a statement, which has JSON as text. */
export function asParameters<Columns extends Partial<ListingColumns>>(columns: Columns): Columns {
  const written = Object.entries(columns).map(([name, value]) => [
    name,
    name === 'facts' || name === 'checks' ? value && JSON.stringify(value) : value,
  ]);
  return Object.fromEntries(written) as Columns;
}

/** What lists show of a listing. */
export function listedFieldsFrom(
  row: ListedColumns,
): Pick<SingleProduct, ListedField | 'kindFrom' | 'checks'> {
  const fields = fieldsFrom(row, listedEntries) as Pick<SingleProduct, ListedField>;
  return { ...fields, ...shownAnswers(row) };
}

/** All that the seller says of a listing, also answers that no one sees. */
export function listingFieldsFrom(row: ListingColumns) {
  return fieldsFrom(row, listingEntries) as Pick<SingleProduct, ListingField>;
}

function fieldsFrom(row: object, entries: typeof listingEntries): Record<string, unknown> {
  const columns = row as Record<string, unknown>;
  const fields: Record<string, unknown> = {};
  for (const [field, { column, type }] of entries) {
    const value = columns[column] ?? undefined;
    if (value === undefined) continue;
    if (type === 'made') fields[field] = { year: value, sure: columns.madeSure };
    else fields[field] = type === 'money' ? toMajorUnits(Number(value)) : value;
  }
  return fields;
}
