import type { Dispute } from '#contract/after-sale/disputes.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** The last chargeback of the booking of a dispute, as `chargebackColumns` selects it. */
export interface ChargebackColumns {
  chargebackState: NonNullable<Dispute['chargeback']>['state'] | null;
  chargebackCents: number;
  chargebackFeeCents: number;
  providerDisputeId: string;
}

/** The columns for the select list of a statement that has `joinChargeback`. */
export const chargebackColumns = rawSql(`
    c.state as "chargebackState", c.amount_cents as "chargebackCents",
    c.fee_cents as "chargebackFeeCents", c.provider_dispute_id as "providerDisputeId"`);

/** Joins it to `disputes d`. */
export function joinChargeback(sql: Sql): Fragment {
  return sql`left join lateral (
    select * from chargebacks where booking_id = d.booking_id order by opened_at desc limit 1
  ) c on true`;
}

export function chargebackFrom(row: ChargebackColumns): Dispute['chargeback'] {
  if (row.chargebackState === null) return undefined;
  return {
    state: row.chargebackState,
    amount: toMajorUnits(row.chargebackCents),
    fee: toMajorUnits(row.chargebackFeeCents),
    providerId: row.providerDisputeId,
  };
}
