/**
 * SQL for every booking with an open dispute: `seller_id`, and the `cents` of its money that were released to the
 * seller. They are not paid out before the dispute has ended.
 */
export const disputedMoney = `
  select split_part(side.account, ':', 2)::uuid as seller_id,
    greatest(0, sum(side.cents))::bigint as cents
  from disputes d join ledger_entries e on e.booking_id = d.booking_id
  cross join lateral (
    values (e.credit, e.amount_cents), (e.debit, -e.amount_cents)) as side (account, cents)
  where d.state = 'open' and side.account like 'available:%'
  group by d.booking_id, side.account`;
