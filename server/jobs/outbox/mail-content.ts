import { afterSaleTexts } from './after-sale-texts.ts';
import type { MailPhoto } from './mail-html.ts';
import type { Sale } from './read-sale.ts';
import { moneyText } from './refund-texts.ts';
import type { MailContent } from './render-mail.ts';
import { toBookings, toOrders, toProduct } from './sale-links.ts';
import { saleTexts } from './sale-texts.ts';

/**
 * What a mail says about its sale.
 * @param shop address of the shop, without a slash at the end
 * @param shopName its name
 * @param photo the picture of the product
 */
export function mailContentOf(
  sale: Sale,
  { shop, shopName, photo }: { shop: string; shopName: string; photo: MailPhoto },
): MailContent {
  if (!sale.isReaderProven) return toUnproven(sale, shop, shopName);
  // A refund may be of another amount than the price.
  const cost = sale.kind === 'refunded' ? {} : { price: moneyText(sale.priceCents) };
  const instruments = [{ name: sale.productName, photo, ...cost }];
  const common = { instruments, reason: reasons[sale.reader](shopName) };
  if (sale.kind === 'free-again' || sale.reader === 'watcher') {
    return { ...common, greeting: sale.watcherName ?? '', ...freeAgain(sale, shop) };
  }
  const greeting = sale.reader === 'buyer' ? sale.buyerName : sale.sellerName;
  const all = { ...saleTexts, ...afterSaleTexts };
  return { ...common, greeting, ...all[sale.kind][sale.reader](sale, shop, shopName) };
}

const reasons: Record<Sale['reader'], (shopName: string) => string> = {
  buyer: (shopName) =>
    `You are getting this email because you booked this instrument at ${shopName}.`,
  seller: (shopName) =>
    `You are getting this email because you sell this instrument at ${shopName}.`,
  watcher: () =>
    'You are getting this email because you asked us to tell you when this instrument is free.',
};

/**
 * A mail to an address that nobody has proven. A stranger may have registered it to write to its owner, so
 * it contains nothing that anybody has typed.
 */
function toUnproven(sale: Sale, shop: string, shopName: string): MailContent {
  const step = sale.reader === 'seller' ? toOrders(shop) : toBookings(shop);
  return {
    subject: `News from your ${shopName} account`,
    greeting: `from ${shopName}`,
    paragraphs: [
      'There is news about an instrument that you are selling, have booked or are waiting for. Log in to read it.',
    ],
    step,
    reason: `You are getting this email because an account at ${shopName} uses this email.`,
    closing: [
      `Once you have confirmed your email, these emails tell you more: log in and open the link that we sent you. If you have no account at ${shopName}, somebody entered your email by mistake, and you can ignore this email.`,
    ],
  };
}

/** To a user who asked to be told. It contains neither who held the product nor why the hold ended. */
const freeAgain = (sale: Sale, shop: string) => ({
  subject: `${sale.productName} is available again`,
  paragraphs: [
    `You asked us to tell you: ${sale.productName} can be booked again. First come, first served.`,
  ],
  step: toProduct(sale, shop),
  closing: ['This is the only email about it, unless you ask again.'],
});
