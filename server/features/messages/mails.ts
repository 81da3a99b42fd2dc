import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';
import type { AlertLinks } from '../alerts/alert-links.ts';
import type { MailContent } from '../mails/mail-content.ts';
import type { MailDeps, MailsOfFeature } from '../mails/mails-of-feature.ts';

/** Within this time a message is read by a user who has the thread open, and needs no mail. */
const delayMs = 60_000;

/**
 * Queues a mail that there is something to read in a thread, unless there was one since its reader last read it. It
 * waits for a minute before it is sent, and is not sent to a user who has read the thread by then. The ended mail of
 * the reader about this thread is deleted. The caller has locked the thread.
 */
export async function queueMessageMail(
  tx: Tx,
  { threadId, readerId }: { threadId: string; readerId: string },
  at: Date,
): Promise<void> {
  const unmailed = await tx.sql`
    update thread_sides set mailed_at = ${at}
    where thread_id = ${threadId} and user_id = ${readerId} and mailed_at is null
    returning thread_id`;
  if (unmailed.length === 0) return;
  tx.write`
    delete from queued_mails
    where subject_id = ${threadId} and reader_id = ${readerId} and kind = 'new-messages'
      and (sent_at is not null or dropped_at is not null)`;
  tx.write`
    insert into alert_subscriptions (id, user_id, topic, created_at)
    values (${newId(at)}, ${readerId}, 'messages', ${at})
    on conflict (user_id, topic) do nothing`;
  const dueAt = new Date(at.getTime() + delayMs);
  queueMail(
    tx,
    { kind: 'new-messages', subjectId: threadId, readerId, about: readerId, dueAt },
    at,
  );
}

interface MessageMail {
  threadId: string;
  subscriptionId: string;
  name: string;
  email: string;
  language: string | null;
  unread: number;
}

/**
 * The mails about unread messages. They contain nothing that anyone else has typed, and are outdated when all has been
 * read, and when the reader has not confirmed the address or wants no such mails.
 */
export const messageMails: MailsOfFeature<'new-messages', MailDeps & { alertLinks: AlertLinks }> = {
  kinds: ['new-messages'],
  async read({ sql, alertLinks, brand }, { id }) {
    if (!brand.hasMessages) return undefined;
    const [mail] = await sql<MessageMail[]>`
      select m.subject_id as "threadId", a.id as "subscriptionId", u.name, u.email, u.language,
        news.count as unread
      from queued_mails m
      join thread_sides s on s.thread_id = m.subject_id and s.user_id = m.reader_id and s.unread > 0
      join users u on u.id = m.reader_id and u.removed_at is null and u.email_proven_at is not null
      join alert_subscriptions a on a.user_id = u.id and a.topic = 'messages' and a.is_on
      cross join lateral (
        select count(*)::int as count from (
          select hidden_at from messages
          where thread_id = s.thread_id and author_id <> s.user_id order by id desc limit s.unread
        ) newest where hidden_at is null
      ) news
      where m.id = ${id} and news.count > 0`;
    return (
      mail && {
        to: mail.email,
        language: mail.language,
        unsubscribePath: paths.unsubscribe(alertLinks.tokenOf(mail.subscriptionId)),
        write: (shop) => ({ ...messageContentOf(mail, { shop }), greeting: mail.name }),
      }
    );
  },
};

/** What the mail says. */
export function messageContentOf(
  { threadId, unread }: { threadId: string; unread: number },
  { shop }: { shop: string },
): Omit<MailContent, 'greeting'> {
  return {
    subject: plural(unread, {
      one: 'You have a new message',
      other: 'You have # new messages',
    }),
    paragraphs: [
      plural(unread, {
        one: 'Somebody has written to you about an instrument. Read the message in the shop and answer there.',
        other:
          'Somebody has written to you about an instrument. Read the messages in the shop and answer there.',
      }),
    ],
    step: {
      label: plural(unread, { one: 'Read the message', other: 'Read the messages' }),
      link: shop + paths.thread(threadId),
    },
    closing: [t`You get no further email about this conversation until you have read it.`],
    reason: t`You are getting this email because there are messages that you have not read. We never send what somebody has written to you, so an email that claims to quote a message is not ours.`,
  };
}
