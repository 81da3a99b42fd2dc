import { reviewTerms } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import {
  type MailContent,
  type MailPhoto,
  type MailTexts,
  moneyText,
} from '../../mails/mail-content.ts';
import { afterSaleTexts } from './after-sale-texts.ts';
import type { Sale } from './read-sale.ts';
import { toProduct, toReview } from './sale-links.ts';
import { saleTexts } from './sale-texts.ts';
import { standingText } from './step-texts.ts';
import { saleForUnproven, withoutTypedTexts } from './unproven-sale.ts';

/**
 * What a mail says about its sale.
 * @param shop address of the shop, without a slash at the end
 * @param shopName its name
 * @param photo the picture of the product
 * @param at when it is sent
 * @param hasReviews whether the two sides can review each other
 */
export function saleContentOf(
  sale: Sale,
  {
    shop,
    shopName,
    photo,
    at,
    hasReviews = false,
  }: { shop: string; shopName: string; photo: MailPhoto; at: Date; hasReviews?: boolean },
): MailContent {
  const texts = (told: Sale) => textsOf(told, shop, shopName);
  if (!sale.isReaderProven) {
    return saleForUnproven(sale, texts(withoutTypedTexts(sale)), { shop, shopName });
  }
  // A refund may be of another amount than the price.
  const cost = sale.kind === 'refunded' ? {} : { price: moneyText(sale.priceCents) };
  const instruments = [{ name: sale.productName, photo, ...cost }];
  const { buyerName, sellerName, watcherName } = sale;
  const greetings = { buyer: buyerName, seller: sellerName, watcher: watcherName ?? '' };
  const reason = reasons[sale.reader](shopName);
  const said = texts(sale);
  const facts =
    sale.reader === 'watcher'
      ? said.facts
      : [...(said.facts ?? []), [t`Status`, standingText(sale, sale.reader, at)] as const];
  return {
    instruments,
    reason,
    greeting: greetings[sale.reader],
    ...said,
    ...(facts && { facts }),
    ...(hasReviews &&
      asksForReview(sale) && {
        step: toReview(sale, shop),
        closing: [...(said.closing ?? []), reviewText(sale)],
      }),
  };
}

/** The mail that tells of the end of the sale asks for a review, and no other does. */
function asksForReview({ kind, fulfilmentState, isCancelledBySeller }: Sale): boolean {
  if (kind === 'sale-completed') return true;
  if (kind === 'sale-cancelled') return isCancelledBySeller;
  return (kind === 'returned' || kind === 'refunded') && fulfilmentState === 'returned';
}

function reviewText({ reader, buyerName, sellerName }: Sale): string {
  const name = reader === 'buyer' ? sellerName : buyerName;
  const { days } = reviewTerms;
  return t`How was it with ${name}? Within ${plural(days, { one: '# day', other: '# days' })} you can review each other on the page of the sale. Neither of you reads what the other wrote before both have written, or the time is over.`;
}

function textsOf(sale: Sale, shop: string, shopName: string): MailTexts {
  if (sale.kind === 'free-again' || sale.reader === 'watcher') return freeAgain(sale, shop);
  return { ...saleTexts, ...afterSaleTexts }[sale.kind][sale.reader](sale, shop, shopName);
}

const reasons: Record<Sale['reader'], (shopName: string) => string> = {
  buyer: (shopName) =>
    t`You are getting this email because you booked this instrument at ${shopName}.`,
  seller: (shopName) =>
    t`You are getting this email because you sell this instrument at ${shopName}.`,
  watcher: () =>
    t`You are getting this email because you asked us to tell you when this instrument is available.`,
};

/** To a user who asked to be told. It contains neither who held the product nor why the hold ended. */
const freeAgain = (sale: Sale, shop: string) => ({
  subject: t`${{ productName: sale.productName }} is available again`,
  paragraphs: [
    t`You asked us to tell you: ${{ productName: sale.productName }} can be booked again. First come, first served.`,
  ],
  step: toProduct(sale, shop),
  closing: [t`This is the only email about it, unless you ask again.`],
});
