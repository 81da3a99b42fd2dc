import type { Sql } from '../database/sql.ts';
import type { CardIntent } from '../providers/cards/port.ts';
import type { FakeCards } from './fake-cards.ts';

type Books = Pick<FakeCards, 'intents' | 'refunds'>;

/** What the sandbox itself knows about the money, from its own tables: its intents, and how often each was given back. */
export async function sandboxBooks(sql: Sql): Promise<Books> {
  const intents = await sql<CardIntent[]>`
    select id, client_secret as "clientSecret", amount_cents as "amountCents",
      case state when 'canceled' then 'cancelled' when 'succeeded' then 'succeeded' else 'open' end
        as state,
      booking_id as "bookingId", refunded_cents as "refundedCents"
    from sandbox_intents`;
  const refunds = await sql<{ intentId: string; times: number }[]>`
    select intent_id as "intentId", count(*)::int as times from sandbox_refunds group by intent_id`;
  return {
    intents: new Map(intents.map((intent) => [intent.id, intent])),
    refunds: new Map(refunds.map(({ intentId, times }) => [intentId, times])),
  };
}

/** Every webhook that the sandbox has ever written, in no order. */
export async function sandboxWebhooks(sql: Sql): Promise<Buffer[]> {
  const rows = await sql<{ payload: unknown }[]>`
    select payload from sandbox_events order by random()`;
  return rows.map(({ payload }) => Buffer.from(JSON.stringify(payload)));
}
