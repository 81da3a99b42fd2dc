import type { ExportedKind, ExportedRow } from './exported-kind.ts';

export const ledger: ExportedKind = {
  columns: {
    entry_id: 'text',
    kind: 'text',
    debit: 'text',
    credit: 'text',
    amount: 'money',
    currency: 'text',
    booking_id: 'text',
    cause: 'text',
    booked_at: 'time',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select id as cursor, id as entry_id, kind, debit, credit, amount_cents as amount, currency,
      booking_id, cause, created_at as booked_at
    from ledger_entries where id > ${after} order by id limit ${count}`,
};

/** Payouts without the accounts to which they go, which are encrypted in the database and stay so. */
export const payouts: ExportedKind = {
  columns: {
    payout_id: 'text',
    seller_id: 'text',
    seller_email: 'text',
    amount: 'money',
    currency: 'text',
    provider: 'text',
    provider_payout_id: 'text',
    state: 'text',
    reference: 'text',
    failure: 'text',
    started_by: 'text',
    started_at: 'time',
    taken_at: 'time',
    paid_at: 'time',
    failed_at: 'time',
  },
  readPage: ({ sql }, { after, count }) => sql<ExportedRow[]>`
    select p.id as cursor, p.id as payout_id, p.seller_id, u.email as seller_email,
      p.amount_cents as amount, p.currency, p.provider, p.provider_payout_id, p.state, p.reference,
      p.failure, p.started_by, p.created_at as started_at, p.taken_at, p.paid_at, p.failed_at
    from payouts p join users u on u.id = p.seller_id
    where p.id > ${after} order by p.id limit ${count}`,
};
