import { rebookAfterHours, returnDays } from '#contract/constants.ts';
import type { AfterSaleMailKind, MailKind } from '#contract/mail-kinds.ts';
import type { ReleaseReason } from '#contract/states.ts';
import { formatUtc } from '../../core/utc-time.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { moneyText, refundTexts } from './refund-texts.ts';
import type { MailTexts } from './render-mail.ts';
import { toBookings, toHome, toOrders, toPay, toProduct } from './sale-links.ts';
import { stepText } from './step-texts.ts';

type Texts = Record<
  Exclude<MailKind, AfterSaleMailKind>,
  Record<MailReader, (sale: Sale, shop: string, shopName: string) => MailTexts>
>;

const price = ({ priceCents }: Sale) => moneyText(priceCents);

const agreed = ({ listedCents }: Sale) => (listedCents === null ? '' : 'Offer accepted: ');

const sellerFacts = (sale: Sale) =>
  [
    ['Seller', sale.sellerName],
    ['Seller’s phone', sale.sellerPhone],
    ['Meeting place', sale.meetingPlace],
  ] as const;
const buyerFacts = (sale: Sale) =>
  [
    ['Buyer', sale.buyerName],
    ['Phone of the buyer', sale.buyerPhone],
    ['Meeting place', sale.meetingPlace],
  ] as const;
/** The charge that a mail is about, if there is one. */
export const charge = (sale: Sale) =>
  sale.transactionId === null ? [] : ([['Transaction', sale.transactionId]] as const);

const inGroups = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
const aboutCode = (shopName: string) =>
  `Give this code to the seller only once the instrument is in your hands: it confirms that you have it. Anyone who writes “send me the code first” is trying to cheat you. An honest seller does not need it any earlier, and nobody from ${shopName} will ever ask you for it.`;

const endOfHold: Record<ReleaseReason, (sale: Sale) => string> = {
  expired: ({ holdExpiresAt }) =>
    `You did not pay in time, so others can book it now. If nobody does, you can book it again from ${formatUtc(rebookableFrom(holdExpiresAt))}.`,
  declined: ({ sellerName, releaseNote }) =>
    releaseNote === null
      ? `${sellerName} has declined your booking. You were not charged.`
      : `${sellerName} has declined your booking: “${releaseNote}” You were not charged.`,
  withdrawn: () => 'The seller has taken it off sale. You were not charged.',
  removed: () => 'The account that booked it was closed.',
  cancelled: () => 'The booking was deleted. You were not charged.',
  deleted: ({ releaseNote }) =>
    releaseNote === null
      ? 'The shop has deleted the booking. You were not charged.'
      : `The shop has deleted the booking: “${releaseNote}” You were not charged.`,
};
const rebookableFrom = (holdExpiresAt: Date) =>
  new Date(holdExpiresAt.getTime() + rebookAfterHours * 3_600_000);

const givenBack = (sale: Sale, shop: string) => ({
  subject: `${sale.productName} is yours again`,
  paragraphs: [
    `The ${sale.fulfilmentState === 'cancelled' ? 'sale' : 'return'} of ${sale.productName} is ${sale.fulfilmentState === 'cancelled' ? 'cancelled' : 'done'}: ${sale.buyerName} has the money back, and the instrument is on sale again. Take the listing down if you would rather keep it.`,
  ],
  step: toProduct(sale, shop),
});

const undoneWithoutReturn = (sale: Sale, shop: string) => ({
  subject: `The sale of ${sale.productName} is cancelled`,
  paragraphs: [
    `${sale.buyerName} has been refunded for ${sale.productName}. Your listing stays off sale.`,
  ],
  step: toOrders(shop),
});

/** What the mails about booking, paying, returns and refunds say. */
export const saleTexts: Texts = {
  booked: {
    buyer: (sale, shop) => ({
      subject: `${agreed(sale)}${sale.productName} is held for you`,
      paragraphs: [
        `${sale.listedCents === null ? `You have booked ${sale.productName}` : `You and ${sale.sellerName} have agreed on ${price(sale)} for ${sale.productName}`}. It is reserved for you until ${formatUtc(sale.holdExpiresAt)}: pay before then and it is yours.`,
      ],
      facts: sellerFacts(sale),
      step: toPay(sale, shop),
      closing: ['Changed your mind? Delete the booking so that somebody else can buy it.'],
    }),
    seller: (sale, shop) => ({
      subject: `${agreed(sale)}${sale.productName} is booked`,
      paragraphs: [
        `${sale.listedCents === null ? `${sale.buyerName} booked ${sale.productName} from you` : `You and ${sale.buyerName} have agreed on ${price(sale)} for ${sale.productName}. ${sale.buyerName} has booked it`} and has until ${formatUtc(sale.holdExpiresAt)} to pay. We will write to you when they do. Please keep the instrument until then.`,
      ],
      facts: buyerFacts(sale),
      step: toOrders(shop),
    }),
  },
  'hold-expiring': {
    buyer: (sale, shop) => ({
      subject: `Your hold on ${sale.productName} ends soon`,
      paragraphs: [
        `${sale.productName} is held for you until ${formatUtc(sale.holdExpiresAt)}. After that anybody can book it.`,
      ],
      step: toPay(sale, shop),
    }),
    seller: (sale, shop) => ({
      subject: `The hold on ${sale.productName} ends soon`,
      paragraphs: [
        `${sale.buyerName} has not paid yet. The hold ends ${formatUtc(sale.holdExpiresAt)}; after that anybody can book it.`,
      ],
      step: toOrders(shop),
    }),
  },
  'hold-expired': {
    buyer: (sale, shop) => ({
      subject: `Your hold on ${sale.productName} has ended`,
      paragraphs: [
        `${sale.productName} is no longer held for you. ${endOfHold[sale.releaseReason ?? 'expired'](sale)}`,
      ],
      step: sale.releaseReason === 'withdrawn' ? toHome(shop) : toProduct(sale, shop),
    }),
    seller: (sale, shop) => ({
      subject: `${sale.productName} is available again`,
      paragraphs: [
        `${sale.buyerName} did not pay in time, so others can book ${sale.productName} again.`,
      ],
      step: toOrders(shop),
    }),
  },
  paid: {
    buyer: (sale, shop, shopName) => ({
      subject: `${sale.productName} is yours`,
      paragraphs: [
        `Thank you: your payment of ${price(sale)} for ${sale.productName} has arrived. Agree with ${sale.sellerName} on when to meet, or how it will be sent.`,
      ],
      facts: [
        ...(sale.handoverCode ? [['Your code', inGroups(sale.handoverCode)] as const] : []),
        ...sellerFacts(sale),
        ...charge(sale),
      ],
      ...(sale.handoverCode
        ? {
            qr: {
              text: sale.handoverCode,
              label: `Your code ${inGroups(sale.handoverCode)} as a QR code`,
              beside: aboutCode(shopName),
            },
          }
        : {}),
      step: toBookings(shop),
      closing: [
        `Play it at home first: within ${returnDays} days of receiving it you can ask to return it for a full refund. If the seller contests it, the shop decides.`,
      ],
    }),
    seller: (sale, shop) => ({
      subject: `${sale.productName} is sold`,
      paragraphs: [
        `${sale.buyerName} has paid ${price(sale)} for ${sale.productName}. Please hand it over or send it, as the two of you agree.`,
        'When you meet, ask for the code and enter it in My Orders: that proves the handover. If you send it, enter the carrier there.',
      ],
      facts: [...buyerFacts(sale), ...charge(sale)],
      step: toOrders(shop),
      closing: [
        `Within ${returnDays} days of receiving it the buyer may ask to return it. After that your money is ready to be paid out.`,
      ],
    }),
  },
  'return-requested': {
    buyer: (sale, shop) => ({
      subject: `You asked to return ${sale.productName}`,
      paragraphs: [
        `We told ${sale.sellerName} that you would like to return ${sale.productName}. We will email you when it is decided.`,
      ],
      facts: [['Your reason', sale.returnReason ?? '']],
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: `${sale.buyerName} would like to return ${sale.productName}`,
      paragraphs: [
        stepText('return-requested', 'seller')(sale),
        'If you contest it, an admin of the shop decides. The buyer is refunded once you have the instrument.',
      ],
      facts: [['Reason', sale.returnReason ?? ''], ...buyerFacts(sale)],
      step: toOrders(shop),
    }),
  },
  'return-refused': {
    buyer: (sale, shop) => ({
      subject: `Your return of ${sale.productName} was refused`,
      paragraphs: [
        `Your request to return ${sale.productName} was refused. If you think that this is wrong, write to the shop: an admin can overrule it.`,
      ],
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: `You refused the return of ${sale.productName}`,
      paragraphs: [`${sale.buyerName} has been told. An admin of the shop can overrule it.`],
      step: toOrders(shop),
    }),
  },
  returned: {
    buyer: (sale, shop) => ({
      subject: `Your return of ${sale.productName} is accepted`,
      paragraphs: [
        `${sale.sellerName} is taking ${sale.productName} back. Your ${price(sale)} is on its way to the card that you paid with.`,
      ],
      facts: sellerFacts(sale),
      step: toBookings(shop),
    }),
    seller: (sale, shop) =>
      sale.isWithdrawn ? undoneWithoutReturn(sale, shop) : givenBack(sale, shop),
  },
  refunded: {
    buyer: (sale, shop) => ({
      subject: `Your money for ${sale.productName} is on its way back`,
      paragraphs: [
        refundTexts(sale).buyer,
        'It can take five to ten days to show on your statement.',
      ],
      facts: charge(sale),
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: `The payment for ${sale.productName} was refunded`,
      paragraphs: [refundTexts(sale).seller],
      step: toOrders(shop),
    }),
  },
};
