import type { Sql } from '../database/sql.ts';
import type { Acknowledged } from './shop-stories.ts';

/** What scheduled jobs have not finished. @returns one line for each kind */
export async function findUnfinishedWork(sql: Sql): Promise<string[]> {
  const rows = await sql<{ what: string; count: number }[]>`
    select 'pictures without AVIF' as what, count(*)::int from images where not avif
    union all select 'unused pictures', count(*)::int from images
      where created_at < now() - interval '1 day'
    union all select 'mails', count(*)::int from queued_mails where sent_at is null and dropped_at is null
    union all select 'holds that have run out', count(*)::int from bookings
      where state = 'held' and hold_expires_at < now()
    union all select 'buyers to warn', count(*)::int from bookings b
      where state = 'held' and hold_expires_at < now() + interval '4 hours'
        and not exists (select from queued_mails where subject_id = b.id and kind = 'hold-expiring')
    union all select 'availability alerts', count(*)::int from availability_alerts
    union all select 'open intents', count(*)::int from payment_intents where state = 'open'
    union all select 'refunds', count(*)::int from payments where state = 'refund-due'
    union all select 'webhooks', count(*)::int from sandbox_events where delivered_at is null
    union all select 'identities', count(*)::int from users
      where removed_at is not null and identity_ended_at is null
    union all select 'expired sessions', count(*)::int from auth_sessions where expires_at < now()
    union all select 'old catalogue changes', count(*)::int from catalogue_changes
      where changed_at < now() - interval '20 minutes'`;
  return rows.flatMap(({ what, count }) => (count > 0 ? [`${what}: ${count}`] : []));
}

/** What the shop has acknowledged and does not have exactly once. @returns one line for each fault */
export async function findLostOrDoubled(sql: Sql, acknowledged: Acknowledged): Promise<string[]> {
  const listings = await sql<
    Row[]
  >`select name as key, id from products where name like 'Outage %'`;
  const bookings = await sql<Row[]>`
    select product_id as key, b.id from bookings b join products p on p.id = b.product_id
    where p.name like 'Outage %'`;
  const payments = await sql<Row[]>`select transaction_id as key, id from payments`;
  const users = await sql<Row[]>`
    select u.email as key, u.email as id from users u join auth_users i on i.email = u.email`;
  const resets = await sql<Row[]>`
    select distinct i.email as key, i.email as id
    from (select subject_id, kind from queued_mails
      -- A server of an earlier version has an outbox for accounts.
      union all select identity_id, kind from account_mails) m
    join auth_users i on i.id = m.subject_id where m.kind = 'reset'`;
  const itself = (addresses: Set<string>) => new Map([...addresses].map((one) => [one, one]));
  return [
    ...compare('listing', acknowledged.listings, listings),
    ...compare('booking', acknowledged.bookings, bookings),
    ...compare('payment', acknowledged.payments, payments),
    ...compare('user', itself(acknowledged.users), users),
    ...compare('link', itself(acknowledged.resets), resets),
  ];
}

interface Row {
  key: string;
  id: string;
}

function compare(what: string, expected: ReadonlyMap<string, string>, rows: Row[]): string[] {
  const stored = new Map(rows.map(({ key, id }) => [key, id]));
  const doubled = rows.filter(({ key, id }) => stored.get(key) !== id);
  const lost = [...expected].filter(([key, id]) => stored.get(key) !== id);
  return [
    ...doubled.map(({ key }) => `${what} ${key} is there twice`),
    ...lost.map(([key, id]) => `${what} ${key} is not ${id}`),
  ];
}

/**
 * Compares the outbox with what the mail server has received.
 * @param received the ids of the mails that it has received
 * @returns one line for each mail that was lost or sent twice
 */
export async function findMailFaults(sql: Sql, received: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string; isSent: boolean }[]>`
    select id, sent_at is not null as "isSent" from queued_mails`;
  const sent = new Set(rows.flatMap(({ id, isSent }) => (isSent ? [id] : [])));
  const got = new Set(received);
  return [
    ...[...sent].filter((id) => !got.has(id)).map((id) => `${id} is lost`),
    ...[...got].filter((id) => !sent.has(id)).map((id) => `${id} is not recorded`),
    ...received
      .filter((id, index) => received.indexOf(id) !== index)
      .map((id) => `${id} was sent twice`),
  ];
}
