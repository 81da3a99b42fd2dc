import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { Tx } from '../../database/transaction.ts';
import { sayKindAndMaker } from '../instruments/say-kind-and-maker.ts';
import {
  aroundUnproven,
  type MailContent,
  type MailPhoto,
  moneyText,
} from '../mails/mail-content.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';

/** Queues a mail to the seller of a product that an admin has removed. */
export function queueProductMail(
  tx: Tx,
  { productId, reason }: { productId: string; reason: string },
  at: Date,
): void {
  const readerId = tx.sql`(select seller_id from products where id = ${productId})`;
  queueMail(tx, { kind: 'product-removed', subjectId: productId, readerId, data: { reason } }, at);
}

export const productMails: MailsOfFeature<'product-removed'> = {
  kinds: ['product-removed'],
  async read({ sql, brand, ...photoDeps }, { id }) {
    const [removal] = await sql<Removal[]>`
      select p.name as "productName", p.kind as "instrumentKind", p.brand as maker, p.price_cents as "priceCents", m.data ->> 'reason' as reason,
        s.language, s.name as "sellerName", s.email as "sellerEmail",
        s.email_proven_at is not null as "isSellerProven", ${imageColumns}
      from queued_mails m
      join products p on p.id = m.subject_id
      join images i on i.id = p.image_id
      join users s on s.id = p.seller_id and s.removed_at is null
      where m.id = ${id}`;
    if (!removal) return undefined;
    const photo = mailPhoto(photoDeps, removal);
    return {
      to: removal.sellerEmail,
      language: removal.language,
      write: (shop) => removalContentOf(removal, { shop, shopName: brand.name, photo }),
    };
  },
};

interface Removal extends ImageColumns {
  productName: string;
  instrumentKind: string | null;
  maker: string | null;
  priceCents: number;
  reason: string;
  sellerName: string;
  sellerEmail: string;
  isSellerProven: boolean;
  language: string | null;
}

/** What the mail about a removal says. */
export function removalContentOf(
  {
    productName,
    instrumentKind,
    maker,
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
    const said = sayKindAndMaker({ instrumentKind, maker });
    return {
      subject:
        said === undefined
          ? t`An instrument was taken off sale`
          : t`An instrument (${said}) was taken off sale`,
      paragraphs: [
        t`An admin of the shop has taken one of your instruments off sale. ${bookingEnded} To find out why, write to the shop.`,
      ],
      facts: [[t`Price`, price]],
      step,
      ...aroundUnproven(shopName, shop),
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
