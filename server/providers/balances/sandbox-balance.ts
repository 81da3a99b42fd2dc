import type { Database } from '../../database/connection.ts';
import type { BalanceMovement, MovementPage, MovementRange, ProviderBalance } from './port.ts';

const perPage = 100;

/** What moved the money of the sandboxes for cards and for payouts, which charge no fee but for chargebacks. */
export function createSandboxBalance(database: Pick<Database, 'sql'>): ProviderBalance {
  return { name: 'sandbox', listMovements: (range) => listMovements(database, range) };
}

async function listMovements(
  { sql }: Pick<Database, 'sql'>,
  { from, before, after }: MovementRange,
): Promise<MovementPage> {
  const [at, id] = (after ?? '').split(' ');
  const rows = await sql<Omit<BalanceMovement, 'sourceId'>[]>`
    select * from (
      select 'txn_' || i.id as id, 'charge' as kind, i.id as reference,
        i.amount_cents as "amountCents", 0 as "feeCents", coalesce((
          select max(created_at) from sandbox_events
          where intent_id = i.id and type = 'payment_intent.succeeded'), i.created_at) as "movedAt"
      from sandbox_intents i where i.state = 'succeeded'
      union all
      select 'txn_' || id, 'refund', intent_id, -amount_cents, 0, created_at from sandbox_refunds
      union all
      select 'txn_' || id, 'chargeback', intent_id, -amount_cents, fee_cents, created_at
      from sandbox_disputes
      union all
      select 'txn_won_' || d.id, 'chargeback', d.intent_id, d.amount_cents, 0, coalesce((
          select max(created_at) from sandbox_events
          where intent_id = d.intent_id and type = 'charge.dispute.closed'), d.created_at)
      from sandbox_disputes d where d.state = 'won'
      union all
      select 'txn_' || id, 'payout', idempotency_key, -amount_cents, 0, created_at
      from sandbox_payouts where state <> 'failed'
      union all
      select 'txn_' || r.id, 'payout', p.idempotency_key, r.amount_cents, 0, r.created_at
      from sandbox_reversals r join sandbox_payouts p on p.id = r.payout_id
    ) moved
    where "movedAt" >= ${from} and "movedAt" < ${before}
      and (${at ? new Date(at) : null}::timestamptz is null
        or ("movedAt", id) < (${at ? new Date(at) : null}::timestamptz, ${id ?? ''}))
    order by "movedAt" desc, id desc limit ${perPage}`;
  const last = rows.at(-1);
  const next = last && `${last.movedAt.toISOString()} ${last.id}`;
  const movements = rows.map((row) => ({ ...row, sourceId: undefined }));
  return { movements, next: rows.length < perPage ? undefined : next };
}
