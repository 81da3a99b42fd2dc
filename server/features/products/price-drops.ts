import { priceDropTerms } from '#contract/constants.ts';
import type { Database } from '../../database/connection.ts';
import type { products } from '../../database/schema/sales.ts';
import { rawSql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { recordEdit } from './catalogue-changes.ts';

type Product = Pick<
  typeof products.$inferSelect,
  'id' | 'priceCents' | 'priceBeforeCents' | 'priceDroppedAt' | 'createdAt'
>;
type Drop = Pick<Product, 'priceBeforeCents' | 'priceDroppedAt'>;

const { leastPercent, comparedDays, listedDays, shownDays } = priceDropTerms;
const dayMs = 86_400_000;

/**
 * What a change of its price makes of a product's drop, and stores the price before. A drop is real when the new price is below
 * the lowest one of the last 30 days, so none follows on a price that was raised first (Directive 98/6/EC, article 6a, asks the
 * same of traders). A smaller step down leaves a drop as it is; a step up ends it. The caller has locked the product.
 */
export async function dropAfter(
  tx: Tx,
  product: Product,
  priceCents: number,
  at: Date,
): Promise<Drop> {
  const none = { priceBeforeCents: null, priceDroppedAt: null };
  const { id, createdAt } = product;
  const since = new Date(at.getTime() - comparedDays * dayMs);
  tx.write`delete from former_prices where product_id = ${id} and day < ${dayOf(since)}::text::date`;
  tx.write`
    insert into former_prices (product_id, day, lowest_cents)
    values (${id}, ${dayOf(at)}::text::date, ${product.priceCents})
    on conflict (product_id, day)
      do update set lowest_cents = least(former_prices.lowest_cents, excluded.lowest_cents)`;
  if (priceCents > product.priceCents) return none;
  const [former] = await tx.sql<{ lowestCents: number | null }[]>`
    select min(lowest_cents) as "lowestCents" from former_prices where product_id = ${id}`;
  const lowestCents = former?.lowestCents ?? product.priceCents;
  const isNew = createdAt.getTime() > at.getTime() - listedDays * dayMs;
  if (isNew || priceCents * 100 > lowestCents * (100 - leastPercent)) {
    const { priceBeforeCents, priceDroppedAt } = product;
    return { priceBeforeCents, priceDroppedAt };
  }
  // Of several drops after each other, the price before the first one is what a buyer compares with.
  return { priceBeforeCents: product.priceBeforeCents ?? lowestCents, priceDroppedAt: at };
}

/** SQL for whether the price of product p has dropped. A server of an earlier version raises a price without ending the drop. */
export const hasDropped = rawSql('p.price_before_cents > p.price_cents');

const batchSize = 200;

/** Ends drops that were shown for long enough. Returns how many. */
export async function endPriceDrops(
  database: Pick<Database, 'transaction'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - shownDays * dayMs);
  let ended = 0;
  for (;;) {
    const count = await transaction(database, async (tx) => {
      const due = await tx.sql<{ id: string }[]>`
        select id from products where price_dropped_at < ${before}
        order by price_dropped_at limit ${batchSize} for update skip locked`;
      for (const { id } of due) recordEdit(tx, id, now);
      tx.write`
        update products set price_before_cents = null, price_dropped_at = null
        where id = any(${due.map(({ id }) => id)}::uuid[])`;
      return due.length;
    });
    ended += count;
    if (count < batchSize) return ended;
  }
}

/** Of UTC, as the database reads it. */
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
