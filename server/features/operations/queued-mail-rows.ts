import type { QueuedMailKind } from '#contract/mail-kinds.ts';
import {
  accountMailKinds,
  afterSaleMailKinds,
  caseMailKinds,
  mailKinds,
  offerMailKinds,
  payoutMailKinds,
} from '#contract/mail-kinds.ts';
import type { QueuedMailState } from '#contract/queued-mails.ts';
import { availabilityMail } from '../../database/schema/mails.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { MailTable } from './claim-mails.ts';

/** Which kinds of mail are in which table. */
export const kindsOfTables = {
  account_mails: accountMailKinds,
  mails: [...mailKinds, ...afterSaleMailKinds, availabilityMail.kind],
  offer_mails: offerMailKinds,
  product_mails: ['product-removed'],
  payout_mails: payoutMailKinds,
  alert_mails: ['news-searches', 'news-wishlist'],
  message_mails: ['new-messages'],
  case_mails: caseMailKinds,
} as const satisfies Record<MailTable, readonly QueuedMailKind[]>;

/** The table of this kind of mail. */
export function tableOf(kind: QueuedMailKind): MailTable {
  const entries = Object.entries(kindsOfTables) as [MailTable, readonly QueuedMailKind[]][];
  const [table] = entries.find(([, kinds]) => kinds.includes(kind)) ?? ['mails' as const];
  return table;
}

/** So many of each state are read of each table at most. */
export const maxMails = 1_000;

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
    order by ${rawSql(orders[state])} limit ${maxMails + 1}`;
}

/** SQL for the kind of a mail `m`. */
export const mailKindOf: Record<MailTable, Fragment> = {
  account_mails: rawSql('m.kind'),
  mails: rawSql('m.kind'),
  offer_mails: rawSql('m.kind'),
  product_mails: rawSql("'product-removed'"),
  payout_mails: rawSql('m.kind'),
  alert_mails: rawSql(
    "'news-' || (select topic from alert_subscriptions where id = m.subscription_id)",
  ),
  message_mails: rawSql("'new-messages'"),
  case_mails: rawSql('m.kind'),
};

const parties = "case m.reader when 'buyer' then buyer_id when 'seller' then seller_id end";
const ids = {
  account_mails: `select u.id from auth_users a join users u
    on lower(u.email) = a.email and u.removed_at is null where a.id = m.identity_id`,
  mails: `select coalesce(m.reader_id, ${parties}) from bookings where id = m.booking_id`,
  offer_mails: `select ${parties} from offers where id = m.offer_id`,
  product_mails: 'select seller_id from products where id = m.product_id',
  payout_mails: 'coalesce((select seller_id from payouts where id = m.payout_id), m.user_id)',
  alert_mails: 'select user_id from alert_subscriptions where id = m.subscription_id',
  message_mails: 'm.reader_id',
  case_mails: `case when m.report_id is null then (select person_id from cases where id = m.case_id)
    else (select reporter_id from reports where id = m.report_id) end`,
} as const satisfies Record<MailTable, string>;
const emailOf = (table: MailTable) =>
  rawSql(`(select email from users where removed_at is null and id = (${ids[table]}))`);

/** SQL for the address to which a mail `m` goes; null when its receiver was removed. */
export const receiverOf: Record<MailTable, Fragment> = {
  account_mails: rawSql('(select email from auth_users where id = m.identity_id)'),
  mails: emailOf('mails'),
  offer_mails: emailOf('offer_mails'),
  product_mails: emailOf('product_mails'),
  payout_mails: emailOf('payout_mails'),
  alert_mails: emailOf('alert_mails'),
  message_mails: emailOf('message_mails'),
  // A guest who reported something gave an address.
  case_mails: rawSql(`coalesce((select email from reports where id = m.report_id),
    (select email from users where removed_at is null and id = (${ids.case_mails})))`),
};

/** SQL for the id of the user to whom a mail `m` goes, who may be removed; null for an identity that has no user. */
export const receiverIdOf: Record<MailTable, Fragment> = {
  account_mails: rawSql(`(${ids.account_mails})`),
  mails: rawSql(`(${ids.mails})`),
  offer_mails: rawSql(`(${ids.offer_mails})`),
  product_mails: rawSql(`(${ids.product_mails})`),
  payout_mails: rawSql(`(${ids.payout_mails})`),
  alert_mails: rawSql(`(${ids.alert_mails})`),
  message_mails: rawSql(`(${ids.message_mails})`),
  case_mails: rawSql(`(${ids.case_mails})`),
};
