import type { NewsTopic } from '#contract/constants.ts';
import { inLanguage } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import { inTimeZone } from '../../core/format-time.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import type { Sql } from '../../database/sql.ts';
import type { AlertLinks } from '../../features/alerts/alert-links.ts';
import { createMatchDeps } from '../../features/search/matching/match-deps.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { defaultMailBrand, type MailBrand } from './mail-brand.ts';
import type { MailPhotoDeps } from './mail-photo.ts';
import { renderMail } from './render-mail.ts';
import {
  type AlertReader,
  type ReportFailure,
  searchNewsContent,
  type WriteNews,
} from './search-news-content.ts';
import { wishlistNewsContent } from './wishlist-news-content.ts';

interface AlertMailDeps extends MailPhotoDeps {
  sql: Sql;
  clock: Clock;
  alertLinks: AlertLinks;
  brand?: MailBrand;
  languages?: readonly LoadedLanguage[];
}

interface AlertMail extends AlertReader {
  subscriptionId: string;
  topic: NewsTopic;
  name: string;
  email: string;
  language: string | null;
  timeZone: string | null;
}

/**
 * Makes the function that composes the mails about news. It looks at everything again, so that a mail that has waited tells of
 * nothing that is over; it returns undefined when nothing is left, and when the reader was removed or wants no such mails any
 * more.
 */
export function createAlertComposer({
  sql,
  clock,
  alertLinks,
  brand = defaultMailBrand,
  languages = englishOnly,
  ...photoDeps
}: AlertMailDeps) {
  const matching = createMatchDeps({ sql, clock });
  const contents: Record<
    NewsTopic,
    (reader: AlertReader, report: ReportFailure) => Promise<WriteNews | undefined>
  > = {
    searches: (reader, report) => searchNewsContent({ matching, photoDeps }, reader, report),
    wishlist: (reader) => wishlistNewsContent({ sql, photoDeps }, reader),
  };
  return async (id: string, report: ReportFailure): Promise<Mail | undefined> => {
    const [mail] = await sql<AlertMail[]>`
      select m.until, a.id as "subscriptionId", a.topic, u.id as "userId", u.name, u.email, u.language,
        u.time_zone as "timeZone"
      from alert_mails m
      join alert_subscriptions a on a.id = m.subscription_id and a.is_on
      join users u on u.id = a.user_id and u.removed_at is null and u.email_proven_at is not null
      where m.id = ${id}`;
    const write = mail && (await contents[mail.topic](mail, report));
    if (!write) return undefined;
    const { i18n, prefix } = languageOf(languages, mail.language);
    const shop = photoDeps.origin() + prefix;
    const unsubscribeLink = shop + paths.unsubscribe(alertLinks.tokenOf(mail.subscriptionId));
    return inLanguage(i18n, () => {
      const unsubscribe = { label: t`Stop these emails`, link: unsubscribeLink };
      const content = {
        ...inTimeZone(mail.timeZone ?? brand.timeZone, () => write(shop)),
        greeting: mail.name,
        unsubscribe,
      };
      return { to: mail.email, ...renderMail(content, shop, brand), unsubscribeLink };
    });
  };
}
