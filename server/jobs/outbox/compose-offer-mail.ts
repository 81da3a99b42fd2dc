import { inLanguage } from '#contract/language.ts';
import type { OfferMailKind } from '#contract/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { formatTime, inTimeZone } from '../../core/format-time.ts';
import { englishOnly, type LoadedLanguage, languageOf } from '../../core/shop-language.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import type { mailReaders } from '../../database/schema/mails.ts';
import type { Sql } from '../../database/sql.ts';
import type { StoredDelivery } from '../../features/bookings/choose-delivery.ts';
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
import { deliveryFacts, moneyText } from './refund-texts.ts';
import { type MailContent, type MailTexts, renderMail } from './render-mail.ts';
import { aroundUnproven } from './unproven-reader.ts';

/** What a mail may say about an offer: nothing that the other side has written. */
export interface OfferMail extends OfferStanding, StoredDelivery {
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
  {
    sql,
    at,
    brand,
    languages = englishOnly,
    ...photoDeps
  }: MailPhotoDeps & {
    sql: Sql;
    at: Date;
    brand: MailBrand;
    languages?: readonly LoadedLanguage[];
  },
  id: string,
): Promise<Mail | undefined> {
  const [mail] = await sql<
    (OfferMail & ImageColumns & { language: string | null; timeZone: string | null })[]
  >`
    select m.kind, m.reader, m.step, o.state, o.listed_cents as "listedCents",
      o.amounts_cents as "amountsCents", o.expires_at as "expiresAt",
      o.delivery_method as "deliveryMethod", o.zone_id as "zoneId", o.zone_name as "zoneName",
      o.shipping_cents as "shippingCents", p.price_cents as "priceCents", p.id as "productId", p.name as "productName",
      u.language, u.time_zone as "timeZone", u.name as "readerName", u.email as "readerEmail",
      u.email_proven_at is not null as "isReaderProven", ${imageColumns}
    from offer_mails m
    join offers o on o.id = m.offer_id
    join products p on p.id = o.product_id and p.hidden_for is null
    join images i on i.id = p.image_id
    join users u on u.removed_at is null
      and u.id = case m.reader when 'buyer' then o.buyer_id else o.seller_id end
    where m.id = ${id}`;
  if (!mail || isOutdated(mail, at)) return undefined;
  const { i18n, prefix } = languageOf(languages, mail.language);
  const shop = photoDeps.origin() + prefix;
  const photo = mailPhoto(photoDeps, mail);
  return inLanguage(i18n, () => {
    const content = inTimeZone(mail.timeZone ?? brand.timeZone, () =>
      offerContentOf(mail, { shop, shopName: brand.name, photo }),
    );
    return { to: mail.readerEmail, ...renderMail(content, shop, brand) };
  });
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
    isReaderProven ? mail : { ...mail, productName: t`an instrument` },
    shop,
  );
  if (!isReaderProven) return { ...said, ...aroundUnproven(shopName) };
  return {
    ...said,
    greeting: readerName,
    instruments: [{ name: productName, price: moneyText(priceCents), photo }],
    reason:
      reader === 'buyer'
        ? t`You are getting this email because you made an offer for this instrument at ${shopName}.`
        : t`You are getting this email because you sell this instrument at ${shopName}.`,
  };
}

/** What the texts name. */
const valuesOf = (mail: OfferMail) => ({
  amount: moneyText(lastAmount(mail)),
  productName: mail.productName,
  time: formatTime(mail.expiresAt),
});
const toOffers = ({ reader }: OfferMail, shop: string) => ({
  label: t`See your offers`,
  link: shop + paths.offers(reader),
});
const toProduct = ({ productId }: OfferMail, shop: string) => ({
  label: t`See the instrument`,
  link: shop + paths.product(productId),
});
const answerFacts = (mail: OfferMail) =>
  [
    [t`Offer`, moneyText(lastAmount(mail))],
    [t`Price`, moneyText(mail.priceCents)],
    ...deliveryFacts(mail, lastAmount(mail)),
    [t`Answer until`, formatTime(mail.expiresAt)],
  ] as const;

const countered = (mail: OfferMail, shop: string): MailTexts => {
  const { amount, productName, time } = valuesOf(mail);
  return {
    subject: t`A counter-offer of ${amount} for ${productName}`,
    paragraphs: [
      mail.reader === 'buyer'
        ? t`The seller has answered with ${amount} for ${productName}. Accept it, make a counter-offer or decline it by ${time}; then the offer ends.`
        : t`The buyer has answered with ${amount} for ${productName}. Accept it, make a counter-offer or decline it by ${time}; then the offer ends.`,
    ],
    facts: answerFacts(mail),
    step: toOffers(mail, shop),
  };
};

const texts: Record<
  OfferMailKind,
  Record<OfferMail['reader'], (mail: OfferMail, shop: string) => MailTexts>
> = {
  'offer-made': {
    seller: (mail, shop) => {
      const { amount, productName, time } = valuesOf(mail);
      return {
        subject: t`An offer of ${amount} for ${productName}`,
        paragraphs: [
          t`Somebody offers you ${amount} for ${productName}. Accept it, make a counter-offer or decline it by ${time}; then the offer ends.`,
          t`An offer reserves nothing: until you accept it, others can book the instrument at its price.`,
        ],
        facts: answerFacts(mail),
        step: toOffers(mail, shop),
      };
    },
    buyer: (mail, shop) => {
      const { amount, productName, time } = valuesOf(mail);
      return {
        subject: t`You have offered ${amount} for ${productName}`,
        paragraphs: [t`The seller can answer until ${time}.`],
        facts: answerFacts(mail),
        step: toOffers(mail, shop),
      };
    },
  },
  'offer-countered': { buyer: countered, seller: countered },
  'offer-declined': {
    buyer: (mail, shop) => {
      const { amount, productName } = valuesOf(mail);
      return {
        subject: t`Your offer for ${productName} was declined`,
        paragraphs: [
          t`The seller does not accept ${amount} for ${productName}. You can still book it at its price while it is on sale.`,
        ],
        step: toProduct(mail, shop),
      };
    },
    seller: (mail, shop) => {
      const { amount, productName } = valuesOf(mail);
      return {
        subject: t`Your counter-offer for ${productName} was declined`,
        paragraphs: [
          t`The buyer does not accept ${amount} for ${productName}. It stays on sale at its price.`,
        ],
        step: toOffers(mail, shop),
      };
    },
  },
  'offer-expired': {
    buyer: (mail, shop) => {
      const { amount, productName } = valuesOf(mail);
      return {
        subject: t`Your offer for ${productName} has ended`,
        paragraphs: [
          t`Nobody answered ${amount} for ${productName} in time, so the offer has ended. You can still book it at its price while it is on sale.`,
        ],
        step: toProduct(mail, shop),
      };
    },
    seller: (mail, shop) => {
      const { amount, productName } = valuesOf(mail);
      return {
        subject: t`An offer for ${productName} has ended`,
        paragraphs: [
          t`Nobody answered ${amount} for ${productName} in time, so the offer has ended. It stays on sale at its price.`,
        ],
        step: toOffers(mail, shop),
      };
    },
  },
};
