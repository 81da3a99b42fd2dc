import { importFieldNames } from '#contract/imports/import-fields.ts';
import type { CheckAnswer, Fact } from '#contract/instruments/facts.ts';
import { textsOf } from '#contract/language.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { fileEntries } from '#contract/products/listing-fields.ts';
import { msg } from '#contract/text.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import { columnName } from '../../database/row-sql.ts';
import { rawSql } from '../../database/sql.ts';
import {
  type DeliveryColumns,
  deliveryColumns,
  deliveryFrom,
} from '../delivery/listing-delivery.ts';
import type { ExportedKind, ExportedRow } from './exported-kind.ts';

/** People with what the shop knows of them; nothing of how they sign in. */
export const people: ExportedKind = {
  columns: {
    user_id: 'text',
    name: 'text',
    email: 'text',
    role: 'text',
    verified_at: 'time',
    email_proven_at: 'time',
    registered_at: 'time',
    removed_at: 'time',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select id as cursor, id as user_id, name, email, role, verified_at, email_proven_at,
      created_at as registered_at, removed_at
    from users where id > ${after} order by id limit ${count}`,
};

const listingHeadings = textsOf({
  listing_id: msg`Listing id`,
  seller_id: msg`Seller id`,
  seller_name: msg`Seller`,
  seller_email: msg`Email of the seller`,
  currency: msg`Currency`,
  status: msg`Status`,
  listed_at: msg`Listed on`,
  withdrawn_at: msg`Withdrawn on`,
});

/** The format is that of the import. */
const madeAsText = `case p.made_sure when 'about' then 'about ' || p.made_year
  when 'decade' then p.made_year || 's' else p.made_year::text end`;

const exportedFields = fileEntries.filter(([, { isPrivate }]) => !isPrivate);

/** The names that a file for the import has too are the same here. A new field of listings is the last column. */
export const listings: ExportedKind = {
  columns: {
    listing_id: 'text',
    external_id: 'text',
    seller_id: 'text',
    seller_name: 'text',
    seller_email: 'text',
    name: 'text',
    price: 'money',
    original_price: 'money',
    currency: 'text',
    category: 'text',
    condition: 'text',
    phone: 'text',
    location: 'text',
    description: 'text',
    purchase_year: 'number',
    pictures: 'text',
    status: 'text',
    listed_at: 'time',
    withdrawn_at: 'time',
    takes_offers: 'flag',
    pickup: 'text',
    shipping: 'text',
    ...Object.fromEntries(
      exportedFields.map(([, { file, type = 'text' }]) => [
        file,
        type === 'made' || type === 'list' ? 'text' : type,
      ]),
    ),
  },
  // A getter, so that they are said in the language of the file.
  get headings() {
    return { ...listingHeadings, ...importFieldNames };
  },
  async readColumns(sql) {
    const names = await sql<{ name: string }[]>`
      select distinct 'fact:' || key as name from products, jsonb_object_keys(facts) key
      union select distinct 'check:' || key from products, jsonb_object_keys(checks) key
      order by name desc`;
    return Object.fromEntries(names.map(({ name }) => [name, 'text' as const]));
  },
  async readPage({ sql, pictureOf }, { after, count }) {
    const rows = await sql<ListingRow[]>`
      select p.facts, p.checks, p.id as cursor, p.id as listing_id,
        coalesce(e.external_id, p.id::text) as external_id, p.seller_id,
        u.name as seller_name, u.email as seller_email, ${columnsOfFile},
        ${shopCurrency().code} as currency, p.status,
        ${deliveryColumns}, p.created_at as listed_at, p.withdrawn_at, (
          select json_agg(json_build_object('id', i.id, 'externalUrl', i.external_url,
            'widths', i.widths, 'width', i.width, 'height', i.height,
            'placeholder', '', 'avif', i.avif) order by shown.position)
          from (
            select 0 as position, p.image_id
            union all
            select position, image_id from product_images where product_id = p.id
          ) shown join images i on i.id = shown.image_id
        ) as images
      from products p join users u on u.id = p.seller_id
      left join external_ids e on e.product_id = p.id and not e.is_generated
      where p.id > ${after} order by p.id limit ${count}`;
    return rows.map(({ images, pickup, shippingCents, facts, checks, ...row }) => ({
      ...row,
      ...namedAnswers('fact', facts),
      ...namedAnswers('check', checks),
      pickup: pickup ? 'yes' : 'no',
      shipping: writeShipping(deliveryFrom({ pickup, shippingCents, dispatchDays: null }).shipping),
      pictures: images.map((image) => pictureOf(image).url).join(' '),
    }));
  },
};

type ListingRow = ExportedRow &
  DeliveryColumns & {
    images: JoinedImage[];
    facts: Record<string, Fact> | null;
    checks: Record<string, CheckAnswer> | null;
  };

/** By the names that the import reads. */
function namedAnswers(prefix: 'fact' | 'check', answers: ListingRow['facts']) {
  const entries = Object.entries(answers ?? {});
  return Object.fromEntries(entries.map(([id, answer]) => [`${prefix}:${id}`, answer]));
}

const columnsOfFile = rawSql(
  exportedFields
    .map(([, { column, file, type }]) =>
      type === 'made'
        ? `${madeAsText} as ${file}`
        : type === 'list'
          ? `array_to_string(p.${columnName(column)}, ', ') as ${file}`
          : `p.${columnName(column)} as ${file}`,
    )
    .join(', '),
);

/** The format is that of the import, in the order of the shop's zones. */
function writeShipping(shipping: Readonly<Record<string, number>> = {}): string {
  return Object.entries(shipping)
    .map(([zone, price]) => `${zone}: ${price.toFixed(shopCurrency().digits)}`)
    .join('; ');
}

/** The number of people with each unpaid listing on their wishlist. Their names are not exported. */
export const wishes: ExportedKind = {
  columns: { listing_id: 'text', name: 'text', seller_id: 'text', wishes: 'number' },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select counted.product_id as cursor, counted.product_id as listing_id, p.name, p.seller_id,
      counted.wishes
    from (
      select product_id, count(*) as wishes from wishlist_items
      where paid_at is null and product_id > ${after}
      group by product_id order by product_id limit ${count}
    ) counted join products p on p.id = counted.product_id
    order by counted.product_id`,
};

/** How many people wait for a listing that is on hold to be free again. */
export const alerts: ExportedKind = {
  columns: { listing_id: 'text', name: 'text', seller_id: 'text', waiting: 'number' },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select counted.product_id as cursor, counted.product_id as listing_id, p.name, p.seller_id,
      counted.waiting
    from (
      select product_id, count(*) as waiting from availability_alerts
      where product_id > ${after}
      group by product_id order by product_id limit ${count}
    ) counted join products p on p.id = counted.product_id
    order by counted.product_id`,
};
