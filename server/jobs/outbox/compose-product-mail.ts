import { inLanguage } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailPhoto } from './mail-html.ts';
import { type MailPhotoDeps, mailPhoto } from './mail-photo.ts';
import { moneyText } from './refund-texts.ts';
import { type MailContent, renderMail } from './render-mail.ts';
import { aroundUnproven } from './unproven-reader.ts';

interface Removal extends ImageColumns {
  productName: string;
  priceCents: number;
  reason: string;
  sellerName: string;
  sellerEmail: string;
  isSellerProven: boolean;
  language: string | null;
}

/**
 * The mail to a seller whose product an admin has removed.
 * @returns undefined when the seller was removed
 */
export async function composeProductMail(
  {
    sql,
    brand,
    languages = englishOnly,
    ...photoDeps
  }: MailPhotoDeps & { sql: Sql; brand: MailBrand; languages?: readonly LoadedLanguage[] },
  id: string,
): Promise<Mail | undefined> {
  const [removal] = await sql<Removal[]>`
    select p.name as "productName", p.price_cents as "priceCents", m.reason,
      s.language, s.name as "sellerName", s.email as "sellerEmail",
      s.email_proven_at is not null as "isSellerProven", ${imageColumns}
    from product_mails m
    join products p on p.id = m.product_id
    join images i on i.id = p.image_id
    join users s on s.id = p.seller_id and s.removed_at is null
    where m.id = ${id}`;
  if (!removal) return undefined;
  const { i18n, prefix } = languageOf(languages, removal.language);
  const shop = photoDeps.origin() + prefix;
  const photo = mailPhoto(photoDeps, removal);
  return inLanguage(i18n, () => {
    const content = removalContentOf(removal, { shop, shopName: brand.name, photo });
    return { to: removal.sellerEmail, ...renderMail(content, shop, brand) };
  });
}

/** What the mail about a removal says. */
export function removalContentOf(
  {
    productName,
    priceCents,
    reason,
    sellerName,
    isSellerProven,
  }: Omit<Removal, keyof ImageColumns | 'language'>,
  { shop, shopName, photo }: { shop: string; shopName: string; photo: MailPhoto },
): MailContent {
  const price = moneyText(priceCents);
  const bookingEnded = t`If somebody had booked it without paying, that booking has ended and they have been told.`;
  const step = { label: t`See your products`, link: shop + paths.myProducts() };
  if (!isSellerProven) {
    return {
      subject: t`An instrument was taken off sale`,
      paragraphs: [
        t`An admin of the shop has taken one of your instruments off sale. ${bookingEnded} To find out why, write to the shop.`,
      ],
      facts: [[t`Price`, price]],
      step,
      ...aroundUnproven(shopName),
    };
  }
  return {
    subject: t`${productName} was taken off sale`,
    greeting: sellerName,
    paragraphs: [t`An admin of the shop has taken your ${productName} off sale. ${bookingEnded}`],
    instruments: [{ name: productName, price, photo }],
    facts: [[t`Reason`, reason]],
    step,
    closing: [t`If you think this is wrong, write to the shop.`],
    reason: t`You are getting this email because you sell instruments at ${shopName}.`,
  };
}
