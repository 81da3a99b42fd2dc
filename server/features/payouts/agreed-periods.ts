import type { Sql } from '../../database/sql.ts';
import { type AgreedTerms, agreedTerms } from '../bookings/seller-terms.ts';

/** Some time in which the same terms hold for a seller, up to the next one. */
export interface AgreedPeriod {
  from: Date;
  /** Null when nothing was agreed: the shop's terms hold. */
  terms: AgreedTerms | null;
}

/**
 * The terms that hold for a seller at a time, and those that apply after it as far as is agreed. What was agreed later
 * holds from its beginning on, also instead of what was planned before it.
 * @returns at least one
 */
export async function readAgreedPeriods(
  sql: Sql,
  sellerId: string,
  at: Date,
): Promise<[AgreedPeriod, ...AgreedPeriod[]]> {
  const rows = await sql<{ appliesFrom: Date; terms: AgreedTerms }[]>`
    select applies_from as "appliesFrom", ${agreedTerms} as terms from seller_commissions
    where seller_id = ${sellerId} and (applies_from > ${at} or id = (
      select id from seller_commissions where seller_id = ${sellerId} and applies_from <= ${at}
      order by id desc limit 1))
    order by id desc`;
  const holding = (time: Date) => rows.find(({ appliesFrom }) => appliesFrom <= time);
  const later = rows
    .filter((row) => row.appliesFrom > at && holding(row.appliesFrom) === row)
    .sort((one, other) => one.appliesFrom.getTime() - other.appliesFrom.getTime());
  return [
    { from: at, terms: holding(at)?.terms ?? null },
    ...later.map(({ appliesFrom, terms }) => ({ from: appliesFrom, terms })),
  ];
}
