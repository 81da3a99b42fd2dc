import { toMinorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { ExportedKind, ExportedRow } from './exported-kind.ts';

/** From so many sales, or more than so many euros a year, platforms in the EU report a seller (DAC7, Directive (EU) 2021/514). */
const reported = { sales: 30, euros: 2_000 } as const;

/**
 * What sellers were credited in a year (UTC), a line each: sales whose money was released, less what went back afterwards,
 * by quarter, and the shop's share of these sales, less what it gave back of it. Sellers without any are left out.
 */
export function taxesOf(year: number, onlySellerId?: string): ExportedKind {
  return {
    columns: {
      year: 'number',
      seller_id: 'text',
      seller_name: 'text',
      seller_email: 'text',
      trader: 'text',
      business_name: 'text',
      business_address: 'text',
      register: 'text',
      vat: 'text',
      sales: 'number',
      q1_sales: 'number',
      q1_amount: 'money',
      q2_sales: 'number',
      q2_amount: 'money',
      q3_sales: 'number',
      q3_amount: 'money',
      q4_sales: 'number',
      q4_amount: 'money',
      amount: 'money',
      commission: 'money',
      currency: 'text',
      at_reporting_threshold: 'flag',
    },
    async readPage({ sql }, { after, count }) {
      const sums = await readSums(sql, { year, onlySellerId, after, count });
      return sums.map((row) => ({ ...row, ...thresholdOf(row) }));
    },
  };
}

interface Sums extends ExportedRow {
  sales: number;
  amount: number;
  currency: string;
}

/** In another currency than the euro only the number of sales says so; above no number it is for the owner to convert. */
function thresholdOf({ sales, amount, currency }: Sums) {
  const isMany = sales >= reported.sales;
  if (currency !== 'EUR') return { at_reporting_threshold: isMany || null };
  return { at_reporting_threshold: isMany || amount > toMinorUnits(reported.euros) };
}

/** What is left of a sale is released a second time before more than that goes back: the sale is one all the same. */
function isFirstRelease(sql: Sql): Fragment {
  return sql`coalesce(e.cause = e.booking_id::text, true)`;
}

interface Range {
  year: number;
  onlySellerId?: string | undefined;
  after: string;
  count: number;
}

/** Walks the sellers by their id; each one's entries are read by the indexes of the ledger's accounts. */
async function readSums(sql: Sql, { year, onlySellerId, after, count }: Range): Promise<Sums[]> {
  const [from, until] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))];
  return sql<Sums[]>`
    select u.id as cursor, coalesce(s.movements, 0) = 0 as "isLeftOut", ${year}::int as year,
      u.id as seller_id, u.name as seller_name, u.email as seller_email, t.status as trader,
      t.name as business_name, t.address as business_address, t.register, t.vat,
      coalesce(s.sales, 0) as sales, s.q1_sales, s.q1_amount, s.q2_sales, s.q2_amount,
      s.q3_sales, s.q3_amount, s.q4_sales, s.q4_amount, coalesce(s.amount, 0)::bigint as amount,
      s.commission, ${shopCurrency().code} as currency
    from (
      select * from users
      where id > ${after} and (${onlySellerId ?? null}::uuid is null or id = ${onlySellerId ?? null})
      order by id limit ${count}
    ) u
    left join traders t on t.user_id = u.id
    left join lateral (
      select count(*)::int as movements, count(*) filter (where m.is_sale)::int as sales,
        count(*) filter (where m.is_sale and m.quarter = 1)::int as q1_sales,
        coalesce(sum(m.cents) filter (where m.quarter = 1), 0) as q1_amount,
        count(*) filter (where m.is_sale and m.quarter = 2)::int as q2_sales,
        coalesce(sum(m.cents) filter (where m.quarter = 2), 0) as q2_amount,
        count(*) filter (where m.is_sale and m.quarter = 3)::int as q3_sales,
        coalesce(sum(m.cents) filter (where m.quarter = 3), 0) as q3_amount,
        count(*) filter (where m.is_sale and m.quarter = 4)::int as q4_sales,
        coalesce(sum(m.cents) filter (where m.quarter = 4), 0) as q4_amount,
        coalesce(sum(m.cents), 0) as amount, coalesce(sum(m.commission), 0) as commission
      from (
        select ${isFirstRelease(sql)} as is_sale, amount_cents as cents,
          extract(quarter from created_at at time zone 'UTC') as quarter,
          case when ${isFirstRelease(sql)} then coalesce((
            select sum(case when c.credit = 'commission' then c.amount_cents else -c.amount_cents end)
            from ledger_entries c
            where c.booking_id = e.booking_id and 'commission' in (c.credit, c.debit)
              and c.created_at <= e.created_at
          ), 0) else 0 end as commission
        from ledger_entries e
        where credit = 'available:' || u.id and kind = 'release'
          and created_at >= ${from} and created_at < ${until}
        union all
        select false, -amount_cents, extract(quarter from created_at at time zone 'UTC'), 0
        from ledger_entries
        where debit = 'available:' || u.id and kind in ('refund', 'chargeback')
          and created_at >= ${from} and created_at < ${until}
        union all
        select false, 0, extract(quarter from c.created_at at time zone 'UTC'), -c.amount_cents
        from ledger_entries e
        join ledger_entries c on c.booking_id = e.booking_id and c.debit = 'commission'
          and c.created_at > e.created_at
        where e.credit = 'available:' || u.id and e.kind = 'release' and ${isFirstRelease(sql)}
          and c.created_at >= ${from} and c.created_at < ${until}
      ) m
    ) s on true
    order by u.id`;
}
