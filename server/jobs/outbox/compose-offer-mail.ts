import type { OfferMailKind } from '#contract/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { formatUtc } from '../../core/utc-time.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import type { mailReaders } from '../../database/schema/mails.ts';
import type { Sql } from '../../database/sql.ts';
import {
  lastAmount,
  type OfferStanding,
  stateAt,
  turnAt,
} from '../../features/offers/offer-row.ts';
import type { Mail } from '../../providers/mail/port.ts';
import type { MailBrand } from './mail-brand.ts';
import type { MailPhoto } from './mail-html.ts';
import { type MailPhotoDeps, mailPhoto } from './mail-photo.ts';
import { moneyText } from './refund-texts.ts';
import { type MailContent, type MailTexts, renderMail } from './render-mail.ts';
import { aroundUnproven } from './unproven-reader.ts';

/** What a mail may say about an offer: nothing that the other side has written. */
export interface OfferMail extends OfferStanding {
  kind: OfferMailKind;
  reader: (typeof mailReaders)[number];
  /** How many amounts the offer had when the mail was queued. */
  step: number;
  productId: string;
  productName: string;
  readerName: string;
  readerEmail: string;
  isReaderProven: boolean;
}

/**
 * The mail to a side of an offer about what has happened to it.
 * @returns undefined when the reader was removed, or when the offer has moved on since
 */
export async function composeOfferMail(
  { sql, at, brand, ...photoDeps }: MailPhotoDeps & { sql: Sql; at: Date; brand: MailBrand },
  id: string,
): Promise<Mail | undefined> {
  const [mail] = await sql<(OfferMail & ImageColumns)[]>`
    select m.kind, m.reader, m.step, o.state, o.listed_cents as "listedCents",
      o.amounts_cents as "amountsCents", o.expires_at as "expiresAt",
      p.price_cents as "priceCents", p.id as "productId", p.name as "productName",
      u.name as "readerName", u.email as "readerEmail",
      u.email_proven_at is not null as "isReaderProven", ${imageColumns}
    from offer_mails m
    join offers o on o.id = m.offer_id
    join products p on p.id = o.product_id
    join images i on i.id = p.image_id
    join users u on u.removed_at is null
      and u.id = case m.reader when 'buyer' then o.buyer_id else o.seller_id end
    where m.id = ${id}`;
  if (!mail || isOutdated(mail, at)) return undefined;
  const shop = photoDeps.origin();
  const photo = mailPhoto(photoDeps, mail);
  const content = offerContentOf(mail, { shop, shopName: brand.name, photo });
  return { to: mail.readerEmail, ...renderMail(content, shop, brand) };
}

/** Whether an offer that the mail asks to answer has been answered, or has ended. */
function isOutdated(mail: OfferMail, at: Date): boolean {
  if (mail.kind === 'offer-declined' || mail.kind === 'offer-expired') {
    return stateAt(mail, at) !== mail.kind.slice('offer-'.length);
  }
  return turnAt(mail, at) !== mail.reader || mail.amountsCents.length !== mail.step;
}

/** What a mail about an offer says. */
export function offerContentOf(
  mail: OfferMail,
  { shop, shopName, photo }: { shop: string; shopName: string; photo: MailPhoto },
): MailContent {
  const { productName, readerName, isReaderProven, reader, priceCents } = mail;
  const said = texts[mail.kind][reader](
    isReaderProven ? mail : { ...mail, productName: 'an instrument' },
    shop,
  );
  if (!isReaderProven) return { ...said, ...aroundUnproven(shopName) };
  const does = reader === 'buyer' ? 'made an offer for' : 'sell';
  return {
    ...said,
    greeting: readerName,
    instruments: [{ name: productName, price: moneyText(priceCents), photo }],
    reason: `You are getting this email because you ${does} this instrument at ${shopName}.`,
  };
}

const amount = (mail: OfferMail) => moneyText(lastAmount(mail));
const toOffers = ({ reader }: OfferMail, shop: string) => ({
  label: 'See your offers',
  link: shop + paths.offers(reader),
});
const answerFacts = (mail: OfferMail) =>
  [
    ['Offer', amount(mail)],
    ['Price', moneyText(mail.priceCents)],
    ['Answer until', formatUtc(mail.expiresAt)],
  ] as const;

const countered = (mail: OfferMail, shop: string): MailTexts => ({
  subject: `${amount(mail)} for ${mail.productName}?`,
  paragraphs: [
    `The ${mail.reader === 'buyer' ? 'seller' : 'buyer'} has answered with ${amount(mail)} for ${mail.productName}. Accept it, name another amount or decline it until ${formatUtc(mail.expiresAt)}; then the offer ends.`,
  ],
  facts: answerFacts(mail),
  step: toOffers(mail, shop),
});

const texts: Record<
  OfferMailKind,
  Record<OfferMail['reader'], (mail: OfferMail, shop: string) => MailTexts>
> = {
  'offer-made': {
    seller: (mail, shop) => ({
      subject: `An offer of ${amount(mail)} for ${mail.productName}`,
      paragraphs: [
        `Somebody offers you ${amount(mail)} for ${mail.productName}. Accept it, name another amount or decline it until ${formatUtc(mail.expiresAt)}; then the offer ends.`,
        'An offer reserves nothing: until you accept it, others can book the instrument at its price.',
      ],
      facts: answerFacts(mail),
      step: toOffers(mail, shop),
    }),
    buyer: (mail, shop) => ({
      subject: `You have offered ${amount(mail)} for ${mail.productName}`,
      paragraphs: [`The seller can answer until ${formatUtc(mail.expiresAt)}.`],
      facts: answerFacts(mail),
      step: toOffers(mail, shop),
    }),
  },
  'offer-countered': { buyer: countered, seller: countered },
  'offer-declined': {
    buyer: (mail, shop) => ({
      subject: `Your offer for ${mail.productName} was declined`,
      paragraphs: [
        `The seller does not accept ${amount(mail)} for ${mail.productName}. You can still book it at its price while it is on sale.`,
      ],
      step: {
        label: 'See the instrument',
        link: shop + paths.product(mail.productId),
      },
    }),
    seller: (mail, shop) => ({
      subject: `Your counter-offer for ${mail.productName} was declined`,
      paragraphs: [
        `The buyer does not accept ${amount(mail)} for ${mail.productName}. It stays on sale at its price.`,
      ],
      step: toOffers(mail, shop),
    }),
  },
  'offer-expired': {
    buyer: (mail, shop) => ({
      subject: `Your offer for ${mail.productName} has ended`,
      paragraphs: [
        `Nobody has answered ${amount(mail)} for ${mail.productName} in time, so the offer has ended. You can still book it at its price while it is on sale.`,
      ],
      step: {
        label: 'See the instrument',
        link: shop + paths.product(mail.productId),
      },
    }),
    seller: (mail, shop) => ({
      subject: `An offer for ${mail.productName} has ended`,
      paragraphs: [
        `Nobody has answered ${amount(mail)} for ${mail.productName} in time, so the offer has ended. It stays on sale at its price.`,
      ],
      step: toOffers(mail, shop),
    }),
  },
};
