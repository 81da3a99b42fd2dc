import { paths } from '#contract/page-paths.ts';
import type { Sql } from '../../database/sql.ts';
import type { AlertLinks } from '../../features/alerts/alert-links.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { MailBrand } from './mail-brand.ts';
import { type MailContent, renderMail } from './render-mail.ts';

interface MessageMailDeps {
  sql: Sql;
  alertLinks: AlertLinks;
  origin: () => string;
  brand?: MailBrand;
}

interface MessageMail {
  threadId: string;
  subscriptionId: string;
  name: string;
  email: string;
  unread: number;
}

/**
 * Makes the function that composes the mails about unread messages. They contain nothing that anybody else has typed. It
 * returns undefined when all has been read, and when the reader was removed, has not confirmed the address or wants no such
 * mails.
 */
export function createMessageComposer({ sql, alertLinks, origin, brand }: MessageMailDeps) {
  return async (id: string): Promise<Mail | undefined> => {
    const [mail] = await sql<MessageMail[]>`
      select m.thread_id as "threadId", a.id as "subscriptionId", u.name, u.email, s.unread
      from message_mails m
      join thread_sides s on s.thread_id = m.thread_id and s.user_id = m.reader_id and s.unread > 0
      join users u on u.id = m.reader_id and u.removed_at is null and u.email_proven_at is not null
      join alert_subscriptions a on a.user_id = u.id and a.topic = 'messages' and a.is_on
      where m.id = ${id}`;
    if (!mail) return undefined;
    const shop = origin();
    const unsubscribeLink = shop + paths.unsubscribe(alertLinks.tokenOf(mail.subscriptionId));
    const unsubscribe = { label: 'Stop these mails', link: unsubscribeLink };
    const content = messageContentOf(mail, { shop });
    return {
      to: mail.email,
      ...renderMail({ ...content, greeting: mail.name, unsubscribe }, shop, brand),
      unsubscribeLink,
    };
  };
}

/** What the mail says. */
export function messageContentOf(
  { threadId, unread }: { threadId: string; unread: number },
  { shop }: { shop: string },
): Omit<MailContent, 'greeting'> {
  const isOne = unread === 1;
  return {
    subject: isOne ? 'You have a new message' : `You have ${unread} new messages`,
    paragraphs: [
      isOne
        ? 'Somebody has written to you about an instrument. Read the message in the shop and answer there.'
        : 'Somebody has written to you about an instrument. Read the messages in the shop and answer there.',
    ],
    step: {
      label: isOne ? 'Read the message' : 'Read the messages',
      link: shop + paths.thread(threadId),
    },
    closing: ['There is no further mail about this conversation until you have read it.'],
    reason:
      'You get this mail because there are messages that you have not read. We never send what somebody has written to you, so a mail that claims to quote a message is not ours.',
  };
}
