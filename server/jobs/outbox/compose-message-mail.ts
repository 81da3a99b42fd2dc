import { inLanguage } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
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
  languages?: readonly LoadedLanguage[];
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
 * Makes the function that composes the mails about unread messages. They contain nothing that anybody else has typed. It
 * returns undefined when all has been read, and when the reader was removed, has not confirmed the address or wants no such
 * mails.
 */
export function createMessageComposer({
  sql,
  alertLinks,
  origin,
  brand,
  languages = englishOnly,
}: MessageMailDeps) {
  return async (id: string): Promise<Mail | undefined> => {
    const [mail] = await sql<MessageMail[]>`
      select m.thread_id as "threadId", a.id as "subscriptionId", u.name, u.email, u.language,
        news.count as unread
      from message_mails m
      join thread_sides s on s.thread_id = m.thread_id and s.user_id = m.reader_id and s.unread > 0
      join users u on u.id = m.reader_id and u.removed_at is null and u.email_proven_at is not null
      join alert_subscriptions a on a.user_id = u.id and a.topic = 'messages' and a.is_on
      cross join lateral (
        select count(*)::int as count from (
          select hidden_at from messages
          where thread_id = s.thread_id and author_id <> s.user_id order by id desc limit s.unread
        ) newest where hidden_at is null
      ) news
      where m.id = ${id} and news.count > 0`;
    if (!mail) return undefined;
    const { i18n, prefix } = languageOf(languages, mail.language);
    const shop = origin() + prefix;
    const unsubscribeLink = shop + paths.unsubscribe(alertLinks.tokenOf(mail.subscriptionId));
    return inLanguage(i18n, () => {
      const unsubscribe = { label: t`Stop these emails`, link: unsubscribeLink };
      const content = { ...messageContentOf(mail, { shop }), greeting: mail.name, unsubscribe };
      return { to: mail.email, ...renderMail(content, shop, brand), unsubscribeLink };
    });
  };
}

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
    closing: [t`There is no further email about this conversation until you have read it.`],
    reason: t`You are getting this email because there are messages that you have not read. We never send what somebody has written to you, so an email that claims to quote a message is not ours.`,
  };
}
