import { viewDays } from '#contract/constants.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import type { ListingFigures } from '#contract/products/listing-figures.ts';
import type { PriceComparison } from '#contract/products/similar-products.ts';
import type { Sql } from '../../../database/sql.ts';
import { attributesOf } from '../../instruments/kind-attributes.ts';
import { sayAttribute } from '../../instruments/say-kind.ts';
import type { Instrument } from './similar-products.ts';

type Row = Required<Omit<ListingFigures, '_id' | 'priceAbove' | 'missing'>> &
  Required<Pick<Instrument, 'name' | 'condition' | 'priceCents' | 'sellerId'>> & {
    id: string;
    isSold: boolean;
    kind: string | null;
    brand: string | null;
    model: string | null;
    category: Instrument['category'] | null;
    facts: Readonly<Record<string, unknown>> | null;
  };

const comparedAtOnce = 4;

interface Asked {
  /** The seller's email. Case does not matter. */
  email: string;
  ids: readonly string[];
  now: Date;
  /** Compares the price of a listing with those of similar ones. */
  compare: (id: string, instrument: Instrument) => Promise<PriceComparison | undefined>;
}

/**
 * How a seller's own listings do. Ids that are not theirs are left out. Each figure is read through an index.
 * @returns what says it, in the language that is current then
 */
export async function readListingFigures(
  sql: Sql,
  { email, ids, now, compare }: Asked,
): Promise<() => ListingFigures[]> {
  const since = new Date(now.getTime() - viewDays * 86_400_000).toISOString().slice(0, 10);
  const rows = await sql<Row[]>`
    select p.id, p.status = 'sold' as "isSold", p.name, p.kind, p.brand, p.model, p.facts, p.category,
      p.condition, p.price_cents as "priceCents", p.seller_id as "sellerId",
      (select coalesce(sum(count), 0)::int from product_views
        where product_id = p.id and day > ${since}::text::date) as views,
      (select count(*)::int from wishlist_items where product_id = p.id and paid_at is null) as wishes,
      (select count(*)::int from offers where product_id = p.id) as offers,
      (select count(*)::int from threads where product_id = p.id and started_by = buyer_id) as questions
    from users u join products p on p.seller_id = u.id
    where lower(u.email) = lower(${email}) and u.removed_at is null and p.id = any(${ids}::uuid[])`;
  const compared = new Map<string, PriceComparison | undefined>();
  // A few at a time: each asks the database twice.
  for (let start = 0; start < rows.length; start += comparedAtOnce) {
    const some = rows.slice(start, start + comparedAtOnce).filter(({ isSold }) => !isSold);
    await Promise.all(
      some.map(async (row) => compared.set(row.id, await compare(row.id, instrumentOf(row)))),
    );
  }
  return () =>
    rows.map((row) => {
      const { id, views, wishes, offers, questions } = row;
      const counts = { _id: id, views, wishes, offers, questions };
      if (row.isSold) return counts;
      const { place, upperQuartile } = compared.get(id) ?? {};
      const missing = missingOf(row);
      return {
        ...counts,
        ...(place === 'above most' && { priceAbove: upperQuartile }),
        ...(missing && { missing }),
      };
    });
}

function instrumentOf({ name, condition, priceCents, sellerId, ...row }: Row): Instrument {
  return {
    name,
    condition,
    priceCents,
    sellerId,
    kind: row.kind ?? undefined,
    brand: row.brand ?? undefined,
    model: row.model ?? undefined,
    category: row.category ?? undefined,
  };
}

/** What buyers filter by first and the listing does not say. */
function missingOf({ kind: id, brand, facts }: Row): ListingFigures['missing'] {
  const kind = id === null ? undefined : kindWithId(id);
  if (!kind) return { field: 'kind' };
  if (brand === null) return { field: 'brand' };
  const asked = attributesOf(kind).find(
    ({ id: fact, first, filter, field, former }) =>
      first && filter && !field && !former && facts?.[fact] === undefined,
  );
  if (!asked) return undefined;
  const { label, languages } = sayAttribute(asked);
  return {
    field: 'fact',
    label,
    ...(languages?.label && { languages: { label: languages.label } }),
  };
}
