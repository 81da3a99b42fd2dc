import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { insertMail } from '../../database/queue-mail.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { MailContent } from '../mails/mail-content.ts';
import type { MailDeps, MailsOfFeature } from '../mails/mails-of-feature.ts';
import type { AlertLinks } from './alert-links.ts';
import { mailEveryHours } from './subscriptions.ts';

/** The user of a mail about news, and the time up to which it tells. */
export interface NewsReader {
  userId: string;
  until: Date;
}

export type NewsMailDeps = MailDeps & { alertLinks: AlertLinks };

type NewsKind = Extract<QueuedMailKind, `news-${string}`>;

/**
 * Queues a mail about news up to a moment, unless one of this subscription is still to be sent. The ended mail of the
 * subscription is deleted.
 * @returns whether it was queued
 */
export async function queueNewsMail(
  tx: Tx,
  { kind, subscriptionId, until }: { kind: NewsKind; subscriptionId: string; until: Date },
  at: Date,
): Promise<boolean> {
  await tx.sql`
    delete from queued_mails
    where subject_id = ${subscriptionId} and (sent_at is not null or dropped_at is not null)`;
  const readerId = tx.sql`(select user_id from alert_subscriptions where id = ${subscriptionId})`;
  const queued = await insertMail(
    tx,
    { kind, subjectId: subscriptionId, readerId, data: { until } },
    at,
  );
  tx.announce('mail-queued');
  return queued.length > 0;
}

/**
 * The mails about news of one topic. What they list is looked at again when they are sent, so that a mail that has waited
 * tells of nothing that is over; it is outdated when nothing is left, and when the reader wants no such mails any more.
 */
export function newsMails<Kind extends NewsKind, Deps extends NewsMailDeps>(
  kind: Kind,
  /** Returns undefined when nothing is left. */
  readNews: (
    deps: Deps,
    reader: NewsReader,
  ) => Promise<((shop: string) => MailContent) | undefined>,
): MailsOfFeature<Kind, Deps> {
  return {
    kinds: [kind],
    async read(deps, { id }) {
      const [mail] = await deps.sql<
        (NewsReader & {
          subscriptionId: string;
          name: string;
          email: string;
          language: string | null;
          timeZone: string | null;
        })[]
      >`
        select (m.data ->> 'until')::timestamptz as until, a.id as "subscriptionId", u.id as "userId",
          u.name, u.email, u.language, u.time_zone as "timeZone"
        from queued_mails m
        join alert_subscriptions a on a.id = m.subject_id and a.is_on
        join users u on u.id = a.user_id and u.removed_at is null and u.email_proven_at is not null
        where m.id = ${id}`;
      const write = mail && (await readNews(deps, mail));
      return (
        write && {
          to: mail.email,
          language: mail.language,
          timeZone: mail.timeZone,
          unsubscribePath: paths.unsubscribe(deps.alertLinks.tokenOf(mail.subscriptionId)),
          write: (shop) => ({ ...write(shop), greeting: mail.name }),
        }
      );
    },
    recordEnd: recordNews,
  };
}

/** Records how a mail ended, and that what it told of is no news any more. */
export async function recordNews(sql: Sql, ended: Fragment, sentAt: Date | null): Promise<void> {
  await sql`
    with mail as (
      ${ended} returning subject_id as subscription_id, (data ->> 'until')::timestamptz as until
    ),
    told as (
      update saved_searches s set mailed_until = greatest(s.mailed_until, mail.until)
      from mail join alert_subscriptions a on a.id = mail.subscription_id and a.topic = 'searches'
      where s.user_id = a.user_id
    ),
    news as (
      select n.* from mail join alert_subscriptions a on a.id = mail.subscription_id and a.topic = 'wishlist'
      join wishlist_news n on n.user_id = a.user_id
    ),
    known as (
      update wishlist_items w set known_price_cents = news.told_price_cents from news
      where w.user_id = news.user_id and w.product_id = news.product_id
        and news.told_price_cents is not null and ${sentAt}::timestamptz is not null
    ),
    over as (
      delete from wishlist_news n using news, mail
      where n.user_id = news.user_id and n.product_id = news.product_id and n.kind = news.kind
        and n.created_at <= mail.until
    )
    update alert_subscriptions a set mailed_at = coalesce(${sentAt}, a.mailed_at),
      due_at = case when a.due_at is null then null else
        greatest(a.due_at, ${sentAt}::timestamptz + make_interval(hours => ${mailEveryHours}::int)) end
    from mail where a.id = mail.subscription_id`;
}
