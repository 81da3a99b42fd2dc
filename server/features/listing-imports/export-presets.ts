import type { ImportField } from '#contract/imports/import-fields.ts';
import type { exportingSystems, ImportMapping } from '#contract/imports/listing-imports.ts';
import { plainName } from './column-names.ts';

type System = (typeof exportingSystems)[number];

interface Preset {
  /** Columns that all of its files have: each of one of these lists. */
  signs: readonly (readonly string[])[];
  /** The columns of each field, as preferred; those behind the first are read where it is empty. */
  columns: Partial<Record<ImportField, readonly string[]>>;
  /** A row is not on sale there when a column has one of these values. */
  notOnSale: Readonly<Record<string, readonly string[]>>;
  /** It writes line breaks as `\n`. */
  escapesLines?: true;
}

/** Numbers of pictures: Reverb writes up to 25 columns. */
const numbered = (name: string) => Array.from({ length: 25 }, (_, at) => `${name}${at + 1}`);

/** What the files of other programs are like. Their columns are written as they are. */
const presets: Record<System, Preset> = {
  reverb: {
    signs: [
      ['make', 'title', 'product_image_1'],
      ['make', 'title', 'upc_does_not_apply'],
    ],
    columns: {
      external_id: ['sku', 'id'],
      name: ['title'],
      brand: ['make'],
      model: ['model'],
      made: ['year'],
      price: ['price'],
      category: ['categories', 'category', 'product_type'],
      condition: ['condition'],
      description: ['description'],
      takes_offers: ['offers_enabled'],
      pickup: ['local_pickup', 'shipping_local'],
      shipping: ['shipping_price', 'shipping_rate'],
      location: ['location'],
      pictures: numbered('product_image_'),
    },
    notOnSale: {
      state: ['sold', 'ended', 'draft', 'suspended'],
      status: ['sold', 'ended', 'draft', 'suspended'],
      inventory: ['0'],
    },
  },
  woocommerce: {
    signs: [['Name', 'Regular price', 'Categories', 'Images']],
    columns: {
      external_id: ['SKU', 'ID'],
      name: ['Name'],
      brand: ['Brands', 'Brand'],
      price: ['Regular price', 'Sale price'],
      category: ['Categories'],
      description: ['Description', 'Short description'],
      pictures: ['Images'],
    },
    notOnSale: { Published: ['0', '-1'], 'In stock?': ['0'], Stock: ['0'] },
    escapesLines: true,
  },
  shopify: {
    signs: [
      ['Handle', 'Title', 'Body (HTML)'],
      ['URL handle', 'Title', 'Product image URL'],
    ],
    columns: {
      external_id: ['Variant SKU', 'SKU', 'Handle', 'URL handle'],
      name: ['Title'],
      brand: ['Vendor'],
      price: ['Variant Price', 'Price'],
      category: ['Type', 'Product Category'],
      description: ['Body (HTML)', 'Description'],
      pictures: ['Image Src', 'Product image URL'],
    },
    notOnSale: {
      Status: ['draft', 'archived'],
      'Variant Inventory Qty': ['0'],
      'Inventory quantity': ['0'],
    },
  },
  ebay: {
    signs: [
      ['Item number', 'Title', 'Available quantity'],
      ['Custom label (SKU)', 'Title', 'Condition ID'],
      ['CustomLabel', 'Title', 'ConditionID'],
    ],
    columns: {
      external_id: ['Custom label (SKU)', 'CustomLabel', 'Item number'],
      name: ['Title'],
      brand: ['C:Brand', 'Brand'],
      model: ['C:Model', 'Model'],
      price: [
        'Current price',
        'Buy It Now price',
        'Price',
        'Start price',
        'Auction Buy It Now price',
      ],
      category: ['eBay category 1 name', 'Category name', 'C:Type'],
      condition: ['Condition', 'Condition ID', 'ConditionID'],
      description: ['Description'],
      location: ['Location', 'Item location'],
      takes_offers: ['Best Offer Enabled', 'BestOfferEnabled'],
      least_offer: ['Minimum Best Offer Price', 'MinimumBestOfferPrice'],
      pictures: ['Item photo URL', 'PicURL', 'Picture URL'],
    },
    notOnSale: { 'Available quantity': ['0'], Quantity: ['0'] },
  },
};

const fallbacks: ReadonlySet<ImportField> = new Set([
  'price',
  'category',
  'description',
  'pictures',
]);

/** The indexes of columns. A row with the key of the one before, and without a name and a price, is a further picture. */
interface PictureRows {
  key: number;
  name: number;
  price: number;
  pictures: number;
}

interface Recognised {
  system: System;
  /** By the columns that the file has. */
  mapping: ImportMapping;
  notOnSale: readonly { column: string; index: number; values: readonly string[] }[];
  escapesLines: boolean;
  /** Where the program writes one row for each further picture, the columns by which it is one. */
  pictureRows: PictureRows | undefined;
}

const known = new WeakMap<readonly string[], { preset: Recognised | undefined }>();

/** The program that wrote a file with these columns, and how it is read; undefined for others. */
export function recognisePreset(columns: readonly string[]): Recognised | undefined {
  // Each row asks.
  const before = known.get(columns);
  if (before) return before.preset;
  const preset = presetOf(columns, () => false);
  known.set(columns, { preset });
  return preset;
}

/** @param isEmpty whether no row has anything in a column */
export function presetOf(
  columns: readonly string[],
  isEmpty: (column: string) => boolean,
): Recognised | undefined {
  const byName = new Map(
    columns.map((column) => [plainName(column), column]).reverse() as [string, string][],
  );
  const find = (name: string) => byName.get(plainName(name));
  const found = (Object.entries(presets) as [System, Preset][]).find(([, { signs }]) =>
    signs.some((names) => names.every((name) => find(name) !== undefined)),
  );
  if (!found) return undefined;
  const [system, preset] = found;
  const mapping: ImportMapping = {};
  for (const [field, names] of Object.entries(preset.columns) as [ImportField, string[]][]) {
    const filled = names.flatMap((name) => find(name) ?? []).filter((column) => !isEmpty(column));
    const [column, ...further] = filled;
    if (column === undefined) continue;
    const isJoined = fallbacks.has(field) && further.length > 0;
    mapping[field] = isJoined ? { column, further } : { column };
  }
  const notOnSale = Object.entries(preset.notOnSale).flatMap(([name, values]) => {
    const column = find(name);
    return column === undefined ? [] : [{ column, index: columns.indexOf(column), values }];
  });
  return {
    system,
    mapping,
    notOnSale,
    escapesLines: preset.escapesLines === true,
    pictureRows: system === 'shopify' ? pictureRowsOf(columns, find) : undefined,
  };
}

function pictureRowsOf(
  columns: readonly string[],
  find: (name: string) => string | undefined,
): PictureRows | undefined {
  const [key = -1, name = -1, price = -1, pictures = -1] = [
    find('Handle') ?? find('URL handle'),
    find('Title'),
    find('Variant Price') ?? find('Price'),
    find('Image Src') ?? find('Product image URL'),
  ].map((column) => (column === undefined ? -1 : columns.indexOf(column)));
  return Math.min(key, name, price, pictures) < 0 ? undefined : { key, name, price, pictures };
}

/** The rows with the pictures of those that only have another picture of the one before. */
export async function* joinPictureRows<Row extends { cells: string[] }>(
  rows: AsyncIterable<Row>,
  { key, name, price, pictures }: PictureRows,
): AsyncGenerator<Row> {
  const textAt = ({ cells }: Row, at: number) => (cells[at] ?? '').trim();
  let last: Row | undefined;
  for await (const row of rows) {
    const isPicture =
      textAt(row, name) === '' && textAt(row, price) === '' && textAt(row, pictures) !== '';
    if (last && isPicture && textAt(row, key) === textAt(last, key)) {
      const { cells } = last;
      while (cells.length <= pictures) cells.push('');
      cells[pictures] = [textAt(last, pictures), textAt(row, pictures)].filter(Boolean).join('\n');
      continue;
    }
    if (last) yield last;
    last = row;
  }
  if (last) yield last;
}
