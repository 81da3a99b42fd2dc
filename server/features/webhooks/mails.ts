import { webhookMailKinds } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { webhookLimits } from '#contract/webhooks/webhook-events.ts';
import { aboutAccount, type MailContent } from '../mails/mail-content.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';

export interface WebhookMail {
  url: string;
  isGone: boolean;
  userName: string;
  userEmail: string;
  isProven: boolean;
}

const { failingDays, logDays } = webhookLimits;

/** An endpoint that was enabled or removed since needs no mail. */
export const webhookMails: MailsOfFeature<(typeof webhookMailKinds)[number]> = {
  kinds: webhookMailKinds,
  async read({ sql, brand }, { id }) {
    const [mail] = await sql<(WebhookMail & { language: string | null })[]>`
      select e.url, e.disabled_for = 'gone' as "isGone", u.language, u.name as "userName",
        u.email as "userEmail", u.email_proven_at is not null as "isProven"
      from queued_mails m join webhook_endpoints e on e.id = m.subject_id and e.disabled_for is not null
      join users u on u.id = m.reader_id and u.removed_at is null
      where m.id = ${id}`;
    return (
      mail && {
        to: mail.userEmail,
        language: mail.language,
        write: (shop) => webhookContentOf(mail, shop, brand.name),
      }
    );
  },
};

export function webhookContentOf(
  { url, isGone, userName, isProven }: WebhookMail,
  origin: string,
  shopName: string,
): MailContent {
  const said = {
    subject: t`We have stopped sending webhooks to one of your addresses`,
    paragraphs: [
      isGone
        ? t`An address of yours has answered that it is gone (410), so ${shopName} sends it nothing any more.`
        : t`An address of yours has accepted nothing for ${plural(failingDays, { one: '# day', other: '# days' })}. We store what happens for ${plural(logDays, { one: '# day', other: '# days' })}, and send it when you enable the address again.`,
    ],
    step: { label: t`See your webhooks`, link: `${origin}${paths.profile()}#webhooks` },
  };
  const facts = [[t`Address`, url]] as const;
  return aboutAccount(said, { userName, isProven, facts }, { origin, shopName });
}
