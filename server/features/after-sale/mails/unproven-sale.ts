import { language } from '#contract/language.ts';
import { t } from '#contract/text.ts';
import { deliveryFacts } from '../../bookings/delivery-facts.ts';
import { sayKindAndMaker } from '../../instruments/say-kind-and-maker.ts';
import {
  aroundUnproven,
  type MailContent,
  type MailTexts,
  moneyText,
} from '../../mails/mail-content.ts';
import type { Sale } from './read-sale.ts';
import { toBookings, toOrders } from './sale-links.ts';
import { charge } from './sale-texts.ts';

/**
 * What happened to a sale, with its amount and references. It leads to a page that needs a login, not to a listing.
 * @param texts made of the sale `withoutTypedTexts`
 */
export function saleForUnproven(
  sale: Sale,
  { subject, paragraphs }: MailTexts,
  { shop, shopName }: { shop: string; shopName: string },
): MailContent {
  const price = [t`Price`, moneyText(sale.priceCents)] as const;
  // The booking whose end a watcher has waited for is another user's.
  const references =
    sale.reader === 'watcher' ? [] : [[t`Booking`, sale.bookingId] as const, ...charge(sale)];
  return {
    subject: withCapitals(subject),
    paragraphs: paragraphs.map(withCapitals),
    // A refund may be of another amount than the price.
    facts: [
      ...(sale.kind === 'refunded' ? [] : [price, ...deliveryFacts(sale, sale.priceCents)]),
      ...references,
    ],
    step: sale.reader === 'seller' ? toOrders(shop) : toBookings(shop),
    ...aroundUnproven(shopName, shop),
  };
}

export function withoutTypedTexts(sale: Sale): Sale {
  return {
    ...sale,
    productName: theInstrument(sale),
    buyerName: t`the buyer`,
    sellerName: t`the seller`,
    buyerPhone: '',
    sellerPhone: '',
    meetingPlace: '',
    watcherName: null,
    releaseNote: null,
    cancelReason: null,
    cancellationRequestReason: null,
    returnReason: null,
    returnPlace: null,
    returnContestReason: null,
    carrier: null,
    tracking: null,
    permitNumber: null,
    // Without one it was not sent back.
    backCarrier: sale.backCarrier === null ? null : '',
    backTracking: null,
    // Without one the dispute is that of a bank.
    disputeReason: sale.disputeReason === null ? null : '',
    decisionReason: null,
    handoverCode: null,
  };
}

/** By its kind and maker, so that mails about several can be told apart. */
function theInstrument(sale: Sale): string {
  const said = sayKindAndMaker(sale);
  return said === undefined ? t`the instrument` : t`the instrument (${said})`;
}

/** The words in place of names may begin a sentence; from right to left they stand in isolates. */
function withCapitals(text: string): string {
  return text.replaceAll(
    /((?:^|[.?!]\s)\u2068?)(\p{Ll})/gu,
    (_, start: string, letter: string) => start + letter.toLocaleUpperCase(language()),
  );
}
