import { lowestIdAt } from '../../core/ids.ts';
import { rankOf } from '../../database/queue-mail.ts';
import { rawSql, type Sql } from '../../database/sql.ts';

/*
 * Versions up to 0.2 had an outbox for each subject. Until all their servers are stopped they queue mails there, which are
 * sent from here. The version after this one removes these tables, and this file.
 */

/** SQL of a mail `m` of each table: its key, kind, side, reader, subject and data in `queued_mails`, and its rank. */
const formerOutboxes = {
  account_mails: {
    key: "m.kind || ':' || m.identity_id || ':' || m.id",
    kind: 'm.kind',
    reader: 'null',
    readerId: 'null::uuid',
    subjectId: 'm.identity_id',
    data: "jsonb_build_object('origin', m.origin, 'language', m.language)",
    rank: rankOf('verification'),
  },
  mails: {
    key: 'm.key',
    kind: 'm.kind',
    reader: 'm.reader',
    subjectId: 'm.booking_id',
    readerId: `coalesce(m.reader_id, (select case m.reader when 'buyer' then b.buyer_id else b.seller_id end
      from bookings b where b.id = m.booking_id))`,
    data: "'{}'::jsonb",
    rank: rankOf('booked'),
  },
  offer_mails: {
    key: "concat_ws(':', m.kind, m.reader, m.offer_id, m.step)",
    kind: 'm.kind',
    reader: 'm.reader',
    subjectId: 'm.offer_id',
    readerId: `(select case m.reader when 'buyer' then o.buyer_id else o.seller_id end
      from offers o where o.id = m.offer_id)`,
    data: "jsonb_build_object('step', m.step)",
    rank: rankOf('offer-made'),
  },
  product_mails: {
    key: "'product-removed:' || m.product_id",
    kind: "'product-removed'",
    reader: 'null',
    subjectId: 'm.product_id',
    readerId: '(select seller_id from products where id = m.product_id)',
    data: "jsonb_build_object('reason', m.reason)",
    rank: rankOf('product-removed'),
  },
  payout_mails: {
    key: "concat_ws(':', m.kind, coalesce(m.payout_id, m.user_id), case when m.payout_id is null then m.id end)",
    kind: 'm.kind',
    reader: 'null',
    subjectId: 'coalesce(m.payout_id, m.user_id)',
    readerId: 'coalesce(m.user_id, (select seller_id from payouts where id = m.payout_id))',
    data: "'{}'::jsonb",
    rank: rankOf('payout-paid'),
  },
  alert_mails: {
    key: "'news-' || (select topic from alert_subscriptions where id = m.subscription_id) || ':' || m.subscription_id",
    kind: "'news-' || (select topic from alert_subscriptions where id = m.subscription_id)",
    reader: 'null',
    subjectId: 'm.subscription_id',
    readerId: '(select user_id from alert_subscriptions where id = m.subscription_id)',
    data: "jsonb_build_object('until', m.until)",
    rank: rankOf('news-searches'),
  },
  message_mails: {
    key: "concat_ws(':', 'new-messages', m.thread_id, m.reader_id)",
    kind: "'new-messages'",
    reader: 'null',
    readerId: 'm.reader_id',
    subjectId: 'm.thread_id',
    data: "'{}'::jsonb",
    rank: rankOf('new-messages'),
  },
  case_mails: {
    key: "concat_ws(':', m.kind, m.case_id, m.report_id)",
    kind: 'm.kind',
    reader: 'null',
    subjectId: 'm.case_id',
    readerId: `case when m.report_id is null then (select person_id from cases where id = m.case_id)
      else (select reporter_id from reports where id = m.report_id) end`,
    data: "jsonb_strip_nulls(jsonb_build_object('reportId', m.report_id))",
    rank: rankOf('report-decided'),
  },
};

const atOnce = 1_000;
const dayMs = 86_400_000;

/** A mail that a server of the earlier version is sending is left to it until its claim has ended. */
const isNotClaimed = rawSql(`(tried_at is null or last_fault is not null
  or tried_at < now() - interval '10 minutes')`);

/**
 * Takes what waits in the outboxes of earlier versions, and copies what they have announced about sales within a day,
 * because it is not announced twice. (The migration has copied what was announced before.) Any number of servers may do
 * this concurrently, beside servers of the earlier version.
 * @returns how many mails were taken
 */
export async function takeOverMails(sql: Sql): Promise<number> {
  let count = 0;
  for (const [table, mail] of Object.entries(formerOutboxes)) {
    const columns = [mail.key, mail.kind, mail.reader, mail.readerId, mail.subjectId, mail.data];
    for (let taken = atOnce; taken === atOnce; count += taken) {
      // Its row stays behind as one that was sent, because the earlier version looks there for what it has announced.
      const rows = await sql`
        with waiting as (
          select id from ${rawSql(table)} where sent_at is null and dropped_at is null and ${isNotClaimed}
          limit ${atOnce} for update skip locked
        ),
        m as (
          update ${rawSql(table)} set sent_at = now() from waiting
          where ${rawSql(table)}.id = waiting.id returning ${rawSql(table)}.*
        ),
        queued as (
          insert into queued_mails (id, key, kind, reader, reader_id, subject_id, data, rank, due_at,
            attempts, created_at, request_id)
          select m.id, ${rawSql(columns.join(', '))}, ${mail.rank}, now(), m.attempts, m.created_at, m.request_id
          from m on conflict do nothing
        )
        select id from m`;
      taken = rows.length;
    }
  }
  await sql`
    insert into queued_mails (id, key, kind, reader, reader_id, subject_id, rank, due_at, created_at, sent_at)
    select m.id, m.key, m.kind, m.reader, ${rawSql(formerOutboxes.mails.readerId)}, m.booking_id,
      ${formerOutboxes.mails.rank}, m.created_at, m.created_at, coalesce(m.sent_at, m.dropped_at)
    from mails m
    where coalesce(m.sent_at, m.dropped_at) is not null and m.id >= ${lowestIdAt(Date.now() - dayMs)}
    on conflict do nothing`;
  return count;
}
