import { afterSaleMailKinds, type MailKind, mailKinds } from '#contract/operations/mail-kinds.ts';
import { availabilityMail } from '../../database/schema/mails.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import type { SaleCodes } from '../bookings/sale-codes.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import type { MailDeps, MailsOfFeature } from '../mails/mails-of-feature.ts';
import { isOutdated, readSale } from './mails/read-sale.ts';
import { saleContentOf } from './mails/sale-content.ts';

type SaleMailKind = MailKind | typeof availabilityMail.kind;

/** The mails about a sale, from the booking to its end: all are written from the booking as it is when they are sent. */
export const saleMails: MailsOfFeature<
  SaleMailKind,
  MailDeps & { saleCodes: Pick<SaleCodes, 'codeOf'> }
> = {
  kinds: [...mailKinds, ...afterSaleMailKinds, availabilityMail.kind],
  async read({ sql, saleCodes, at, brand, ...photoDeps }, { id }) {
    const sale = await readSale({ sql, saleCodes }, id, at);
    if (!sale?.readerEmail || isOutdated(sale, at)) return undefined;
    const photo = mailPhoto(photoDeps, sale);
    const { name: shopName, hasReviews } = brand;
    return {
      to: sale.readerEmail,
      language: sale.readerLanguage,
      timeZone: sale.readerTimeZone,
      write: (shop) => saleContentOf(sale, { shop, shopName, hasReviews, photo, at }),
    };
  },
  recordEnd: endAvailabilityAlert,
};

/** A user who asked to be told when a product is free gets one mail. */
async function endAvailabilityAlert(sql: Sql, ended: Fragment, sentAt: Date | null): Promise<void> {
  await sql`
    with mail as (${ended} returning kind, subject_id, reader_id)
    delete from availability_alerts a using mail join bookings b on b.id = mail.subject_id
    where mail.kind = ${availabilityMail.kind} and ${sentAt}::timestamptz is not null
      and a.user_id = mail.reader_id and a.product_id = b.product_id`;
}
