import { type OfferMailKind, offerMailKinds } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { formatTime } from '../../core/format-time.ts';
import { type ImageColumns, imageColumns } from '../../database/image-columns.ts';
import { queueMail } from '../../database/queue-mail.ts';
import type { mailReaders } from '../../database/schema/mails.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { deliveryFacts } from '../bookings/delivery-facts.ts';
import type { StoredDelivery } from '../delivery/choose-delivery.ts';
import { sayKindAndMaker } from '../instruments/say-kind-and-maker.ts';
import {
  aroundUnproven,
  type MailContent,
  type MailPhoto,
  type MailTexts,
  moneyText,
} from '../mails/mail-content.ts';
import { mailPhoto } from '../mails/mail-photo.ts';
import type { MailsOfFeature } from '../mails/mails-of-feature.ts';
import { lastAmount, type OfferStanding, stateAt, turnAt } from './offer-row.ts';

interface NewOfferMail {
  kind: OfferMailKind;
  offerId: string;
  /** How many amounts the offer has now: a mail about an older one is no longer sent. */
  step: number;
  readers: readonly (typeof mailReaders)[number][];
}

const readerColumns = { buyer: rawSql('buyer_id'), seller: rawSql('seller_id') };

/** Queues a mail about an offer to its sides. */
export function queueOfferMail(
  tx: Tx,
  { kind, offerId, step, readers }: NewOfferMail,
  at: Date,
): void {
  for (const reader of readers) {
    const readerId = tx.sql`(select ${readerColumns[reader]} from offers where id = ${offerId})`;
    const about = { subjectId: offerId, about: String(step), data: { step } };
    queueMail(tx, { kind, reader, readerId, ...about }, at);
  }
}

/** What a mail may say about an offer: nothing that the other side has written. */
export interface OfferMail extends OfferStanding, StoredDelivery {
  kind: OfferMailKind;
  reader: (typeof mailReaders)[number];
  /** How many amounts the offer had when the mail was queued. */
  step: number;
  productId: string;
  productName: string;
  instrumentKind: string | null;
  maker: string | null;
  readerName: string;
  readerEmail: string;
  isReaderProven: boolean;
}

export const offerMails: MailsOfFeature<OfferMailKind> = {
  kinds: offerMailKinds,
  async read({ sql, at, brand, ...photoDeps }, { id }) {
    const [mail] = await sql<
      (OfferMail & ImageColumns & { language: string | null; timeZone: string | null })[]
    >`
      select m.kind, m.reader, (m.data ->> 'step')::int as step, o.state, o.listed_cents as "listedCents",
        o.amounts_cents as "amountsCents", o.expires_at as "expiresAt",
        o.delivery_method as "deliveryMethod", o.zone_id as "zoneId", o.zone_name as "zoneName",
        o.shipping_cents as "shippingCents", p.price_cents as "priceCents", p.id as "productId", p.name as "productName",
        p.kind as "instrumentKind", p.brand as maker,
        u.language, u.time_zone as "timeZone", u.name as "readerName", u.email as "readerEmail",
        u.email_proven_at is not null as "isReaderProven", ${imageColumns}
      from queued_mails m
      join offers o on o.id = m.subject_id
      join products p on p.id = o.product_id and p.hidden_for is null
      join images i on i.id = p.image_id
      join users u on u.removed_at is null and u.id = m.reader_id
      where m.id = ${id}`;
    if (!mail || isOutdated(mail, at)) return undefined;
    const photo = mailPhoto(photoDeps, mail);
    return {
      to: mail.readerEmail,
      language: mail.language,
      timeZone: mail.timeZone,
      write: (shop) => offerContentOf(mail, { shop, shopName: brand.name, photo }),
    };
  },
};

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
    isReaderProven ? mail : { ...mail, productName: anInstrument(mail) },
    shop,
  );
  if (!isReaderProven) return { ...said, ...aroundUnproven(shopName, shop) };
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

/** By its kind and maker, for readers who must not read a name that somebody has typed. */
function anInstrument(mail: OfferMail): string {
  const said = sayKindAndMaker(mail);
  return said === undefined ? t`an instrument` : t`an instrument (${said})`;
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
