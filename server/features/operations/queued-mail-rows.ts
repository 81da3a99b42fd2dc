import type { QueuedMailKind, QueuedMailState } from '#contract/queued-mails.ts';
import { accountMailKinds } from '../../database/schema/account-mails.ts';
import { payoutMailKinds } from '../../database/schema/ledger.ts';
import { afterSaleMailKinds, availabilityMail, mailKinds } from '../../database/schema/mails.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { MailTable } from './claim-mails.ts';

/** Which kinds of mail are in which table. */
export const kindsOfTables = {
  account_mails: accountMailKinds,
  mails: [...mailKinds, ...afterSaleMailKinds, availabilityMail.kind],
  product_mails: ['product-removed'],
  payout_mails: payoutMailKinds,
  alert_mails: ['news-searches', 'news-wishlist'],
} as const satisfies Record<MailTable, readonly QueuedMailKind[]>;

/** The table of this kind of mail. */
export function tableOf(kind: QueuedMailKind): MailTable {
  const entries = Object.entries(kindsOfTables) as [MailTable, readonly QueuedMailKind[]][];
  const [table] = entries.find(([, kinds]) => kinds.includes(kind)) ?? ['mails' as const];
  return table;
}

/** So many of each state are read of each table at most. */
export const mostMails = 1_000;

const isWaiting = 'sent_at is null and dropped_at is null';

/** In the order of an index of every outbox. */
const selections: Record<QueuedMailState, string> = {
  waiting: `${isWaiting} and last_fault is null`,
  retrying: `${isWaiting} and last_fault is not null`,
  'given-up': 'dropped_at is not null and last_fault is not null',
};
const orders: Record<QueuedMailState, string> = {
  waiting: 'tried_at nulls first',
  retrying: 'tried_at nulls first',
  'given-up': 'id desc',
};

/** The mails of a table in a state, at most 1,001: those that are sent next, or were given up last. */
export function queuedMailsOf(
  sql: Sql,
  table: MailTable,
  { state, kind }: { state: QueuedMailState; kind?: QueuedMailKind | undefined },
): Fragment {
  const ofKind = kind === undefined ? sql`` : sql`and ${mailKindOf[table]} = ${kind}`;
  return sql`
    select m.*, ${mailKindOf[table]} as mail_kind from ${rawSql(table)} m
    where ${rawSql(selections[state])} ${ofKind}
    order by ${rawSql(orders[state])} limit ${mostMails + 1}`;
}

/** SQL for the kind of a mail `m`. */
export const mailKindOf: Record<MailTable, Fragment> = {
  account_mails: rawSql('m.kind'),
  mails: rawSql('m.kind'),
  product_mails: rawSql("'product-removed'"),
  payout_mails: rawSql('m.kind'),
  alert_mails: rawSql(
    "'news-' || (select topic from alert_subscriptions where id = m.subscription_id)",
  ),
};

/** SQL for the address to which a mail `m` goes; null when its receiver was removed. */
export const receiverOf: Record<MailTable, Fragment> = {
  account_mails: rawSql('(select email from auth_users where id = m.identity_id)'),
  mails: rawSql(`(
    select u.email from bookings b join users u on u.id = case m.reader
      when 'buyer' then b.buyer_id when 'seller' then b.seller_id else m.reader_id end
    where b.id = m.booking_id and u.removed_at is null)`),
  product_mails: rawSql(`(
    select u.email from products p join users u on u.id = p.seller_id
    where p.id = m.product_id and u.removed_at is null)`),
  payout_mails: rawSql(`(
    select email from users where removed_at is null
      and id = coalesce((select seller_id from payouts where id = m.payout_id), m.user_id))`),
  alert_mails: rawSql(`(
    select u.email from alert_subscriptions s join users u on u.id = s.user_id
    where s.id = m.subscription_id and u.removed_at is null)`),
};
