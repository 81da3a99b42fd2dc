import type { ReleaseReason } from '#contract/bookings/states.ts';
import { rebookAfterHours } from '#contract/constants.ts';
import type { AfterSaleMailKind, MailKind } from '#contract/operations/mail-kinds.ts';
import { plural, t } from '#contract/text.ts';
import { formatTime } from '../../../core/format-time.ts';
import { isShippedRow } from '../../bookings/booking-row.ts';
import { deliveryFacts } from '../../bookings/delivery-facts.ts';
import { type MailTexts, moneyText } from '../../mails/mail-content.ts';
import type { MailReader, Sale } from './read-sale.ts';
import { refundTexts } from './refund-texts.ts';
import { toBookings, toHome, toOrders, toPay, toProduct } from './sale-links.ts';
import { stepDate, stepText } from './step-texts.ts';

type Texts = Record<
  Exclude<MailKind, AfterSaleMailKind>,
  Record<MailReader, (sale: Sale, shop: string, shopName: string) => MailTexts>
>;

const price = ({ priceCents }: Sale) => moneyText(priceCents);
const total = ({ totalCents }: Sale) => moneyText(totalCents);

const isShipped = isShippedRow;

/** Whether an offer was accepted, instead of booking at the price. */
const isAgreed = ({ listedCents }: Sale) => listedCents !== null;

const placeFact = (sale: Sale) =>
  sale.meetingPlace === ''
    ? []
    : [[isShipped(sale) ? t`Shipping to` : t`Meeting place`, sale.meetingPlace] as const];
/** A hold has the number of its seller later (`numberAfterMinutes`). */
const heldFacts = (sale: Sale) =>
  [
    [t`Seller`, sale.sellerName],
    ...placeFact(sale),
    ...deliveryFacts(sale, sale.priceCents),
  ] as const;
const sellerFacts = (sale: Sale) =>
  [[t`Seller’s phone`, sale.sellerPhone], ...heldFacts(sale)] as const;
const buyerFacts = (sale: Sale) =>
  [
    [t`Buyer`, sale.buyerName],
    ...(sale.buyerPhone === '' ? [] : [[t`Buyer’s phone`, sale.buyerPhone] as const]),
    ...placeFact(sale),
    ...deliveryFacts(sale, sale.priceCents),
  ] as const;
/** The charge that a mail is about, if there is one. */
export const charge = (sale: Sale) =>
  sale.transactionId === null ? [] : ([[t`Transaction`, sale.transactionId]] as const);

const inGroups = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`;
const aboutCode = (shopName: string) =>
  t`Give the seller this code only once the instrument is in your hands: it confirms that you have it. Anyone who writes “send me the code first” is trying to cheat you. An honest seller does not need it any earlier, and nobody from ${shopName} will ever ask you for it.`;

const playAtHome = ({ returnDays }: Sale) =>
  t`Play it at home first: within ${plural(returnDays, { one: '# day', other: '# days' })} of receiving it you can ask to return it for a full refund. If the seller contests it, the shop decides.`;
const mayBeReturned = ({ returnDays }: Sale) =>
  t`Within ${plural(returnDays, { one: '# day', other: '# days' })} of receiving it the buyer may ask to return it. After that your money is ready to be paid out.`;

const endOfHold: Record<ReleaseReason, (sale: Sale) => string> = {
  expired: ({ holdExpiresAt }) =>
    t`You did not pay in time, so others can book it now. If nobody does, you can book it again from ${{ time: formatTime(rebookableFrom(holdExpiresAt)) }}.`,
  declined: ({ sellerName, releaseNote }) =>
    releaseNote === null
      ? t`${sellerName} has declined your booking. You were not charged.`
      : t`${sellerName} has declined your booking: “${releaseNote}” You were not charged.`,
  withdrawn: () => t`It was taken off sale. You were not charged.`,
  'sold-elsewhere': ({ sellerName }) =>
    t`${sellerName} sold it elsewhere before it was paid here. You were not charged.`,
  removed: () => t`The account that booked it was closed.`,
  cancelled: () => t`The booking was deleted. You were not charged.`,
  deleted: ({ releaseNote }) =>
    releaseNote === null
      ? t`The shop has deleted the booking. You were not charged.`
      : t`The shop has deleted the booking: “${releaseNote}” You were not charged.`,
};
const rebookableFrom = (holdExpiresAt: Date) =>
  new Date(holdExpiresAt.getTime() + rebookAfterHours * 3_600_000);

const givenBack = (sale: Sale, shop: string) => ({
  subject: t`${{ productName: sale.productName }} is yours again`,
  paragraphs: [
    sale.fulfilmentState === 'cancelled'
      ? t`The sale of ${{ productName: sale.productName }} is cancelled: ${{ buyerName: sale.buyerName }} has been refunded, and the instrument is on sale again. Take the listing down if you would rather keep it.`
      : t`The return of ${{ productName: sale.productName }} is complete: ${{ buyerName: sale.buyerName }} has been refunded, and the instrument is on sale again. Take the listing down if you would rather keep it.`,
  ],
  step: toProduct(sale, shop),
});

const undoneWithoutReturn = (sale: Sale, shop: string) => ({
  subject: t`The sale of ${{ productName: sale.productName }} is cancelled`,
  paragraphs: [
    t`${{ buyerName: sale.buyerName }} has been refunded for ${{ productName: sale.productName }}. Your listing stays off sale.`,
  ],
  step: toOrders(shop),
});

function paidToBuyer(sale: Sale): string[] {
  const { productName, sellerName } = sale;
  const price = total(sale);
  if (!isShipped(sale)) {
    return [
      t`Thank you: your payment of ${price} for ${productName} has arrived. Agree with ${sellerName} on when to meet, or how it will be sent.`,
    ];
  }
  return sale.permitFor
    ? [
        t`Thank you: your payment of ${price} for ${productName} has arrived.`,
        stepText('permit', 'buyer')(sale),
      ]
    : [
        t`Thank you: your payment of ${price} for ${productName} has arrived. ${sellerName} packs it and sends it to the address that you gave; you get the number of the parcel.`,
      ];
}

function paidToSeller(sale: Sale): string[] {
  const { productName, buyerName } = sale;
  const price = total(sale);
  if (!isShipped(sale)) {
    return [
      t`${buyerName} has paid ${price} for ${productName}. Please hand it over or send it, as the two of you agree.`,
      t`When you meet, ask for the code and enter it in My Orders: that proves the handover. If you send it, enter the carrier there.`,
    ];
  }
  return sale.permitFor
    ? [t`${buyerName} has paid ${price} for ${productName}.`, stepText('permit', 'seller')(sale)]
    : [
        t`${buyerName} has paid ${price} for ${productName}. Please send it. The address is on the page of the sale, until the sale has ended.`,
        stepDate('to-send', 'seller')(sale),
      ];
}

/** What the mails about booking, paying, returns and refunds say. */
export const saleTexts: Texts = {
  booked: {
    buyer: (sale, shop) => ({
      subject: isAgreed(sale)
        ? t`Offer accepted: ${{ productName: sale.productName }} is held for you`
        : t`${{ productName: sale.productName }} is held for you`,
      paragraphs: [
        isAgreed(sale)
          ? t`You and ${{ sellerName: sale.sellerName }} have agreed on ${{ price: price(sale) }} for ${{ productName: sale.productName }}. It is reserved for you until ${{ time: formatTime(sale.holdExpiresAt) }}: pay before then and it is yours.`
          : t`You have booked ${{ productName: sale.productName }}. It is reserved for you until ${{ time: formatTime(sale.holdExpiresAt) }}: pay before then and it is yours.`,
      ],
      facts: heldFacts(sale),
      step: toPay(sale, shop),
      closing: [t`Changed your mind? Delete the booking so that somebody else can buy it.`],
    }),
    seller: (sale, shop) => ({
      subject: isAgreed(sale)
        ? t`Offer accepted: ${{ productName: sale.productName }} is booked`
        : t`${{ productName: sale.productName }} is booked`,
      paragraphs: [
        isAgreed(sale)
          ? t`You and ${{ buyerName: sale.buyerName }} have agreed on ${{ price: price(sale) }} for ${{ productName: sale.productName }}. It is booked, and ${{ buyerName: sale.buyerName }} has until ${{ time: formatTime(sale.holdExpiresAt) }} to pay. We will write to you when they do. Please keep the instrument until then.`
          : t`${{ buyerName: sale.buyerName }} booked ${{ productName: sale.productName }} from you and has until ${{ time: formatTime(sale.holdExpiresAt) }} to pay. We will write to you when they do. Please keep the instrument until then.`,
      ],
      facts: buyerFacts(sale),
      step: toOrders(shop),
    }),
  },
  'hold-expiring': {
    buyer: (sale, shop) => ({
      subject: t`Your hold on ${{ productName: sale.productName }} ends soon`,
      paragraphs: [
        t`${{ productName: sale.productName }} is held for you until ${{ time: formatTime(sale.holdExpiresAt) }}. After that anybody can book it.`,
      ],
      step: toPay(sale, shop),
    }),
    seller: (sale, shop) => ({
      subject: t`The hold on ${{ productName: sale.productName }} ends soon`,
      paragraphs: [
        t`${{ buyerName: sale.buyerName }} has not paid yet. The hold ends ${{ time: formatTime(sale.holdExpiresAt) }}; after that anybody can book it.`,
      ],
      step: toOrders(shop),
    }),
  },
  'hold-expired': {
    buyer: (sale, shop) => ({
      subject: t`Your hold on ${{ productName: sale.productName }} has ended`,
      paragraphs: [
        [
          t`${{ productName: sale.productName }} is no longer held for you.`,
          endOfHold[sale.releaseReason ?? 'expired'](sale),
        ].join(' '),
      ],
      step: sale.releaseReason === 'withdrawn' ? toHome(shop) : toProduct(sale, shop),
    }),
    seller: (sale, shop) => ({
      subject: t`${{ productName: sale.productName }} is available again`,
      paragraphs: [
        t`${{ buyerName: sale.buyerName }} did not pay in time, so others can book ${{ productName: sale.productName }} again.`,
      ],
      step: toOrders(shop),
    }),
  },
  paid: {
    buyer: (sale, shop, shopName) => ({
      subject: t`${{ productName: sale.productName }} is yours`,
      paragraphs: paidToBuyer(sale),
      facts: [
        ...(sale.handoverCode ? [[t`Your code`, inGroups(sale.handoverCode)] as const] : []),
        ...sellerFacts(sale),
        ...charge(sale),
      ],
      ...(sale.handoverCode
        ? {
            qr: {
              text: sale.handoverCode,
              label: t`Your code ${{ code: inGroups(sale.handoverCode) }} as a QR code`,
              beside: aboutCode(shopName),
            },
          }
        : {}),
      step: toBookings(shop),
      closing: [playAtHome(sale)],
    }),
    seller: (sale, shop) => ({
      subject: t`${{ productName: sale.productName }} is sold`,
      paragraphs: paidToSeller(sale),
      facts: [...buyerFacts(sale), ...charge(sale)],
      step: toOrders(shop),
      closing: [mayBeReturned(sale)],
    }),
  },
  'return-requested': {
    buyer: (sale, shop) => ({
      subject: t`You asked to return ${{ productName: sale.productName }}`,
      paragraphs: [
        t`We told ${{ sellerName: sale.sellerName }} that you would like to return ${{ productName: sale.productName }}. We will email you when it is decided.`,
      ],
      facts: [[t`Your reason`, sale.returnReason ?? '']],
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: t`${{ buyerName: sale.buyerName }} would like to return ${{ productName: sale.productName }}`,
      paragraphs: [
        stepText('return-requested', 'seller')(sale),
        t`If you contest it, an admin of the shop decides. The buyer is refunded once you have the instrument.`,
      ],
      facts: [[t`Reason`, sale.returnReason ?? ''], ...buyerFacts(sale)],
      step: toOrders(shop),
    }),
  },
  'return-refused': {
    buyer: (sale, shop) => ({
      subject: t`Your return of ${{ productName: sale.productName }} was refused`,
      paragraphs: [
        t`Your request to return ${{ productName: sale.productName }} was refused. If you think this is wrong, write to the shop: an admin can overrule it.`,
      ],
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: t`You refused the return of ${{ productName: sale.productName }}`,
      paragraphs: [
        t`${{ buyerName: sale.buyerName }} has been told. An admin of the shop can overrule it.`,
      ],
      step: toOrders(shop),
    }),
  },
  returned: {
    buyer: (sale, shop) => ({
      subject: t`Your return of ${{ productName: sale.productName }} is accepted`,
      paragraphs: [
        t`${{ sellerName: sale.sellerName }} is taking ${{ productName: sale.productName }} back. Your ${{ price: total(sale) }} is on its way to the card that you paid with.`,
      ],
      facts: sellerFacts(sale),
      step: toBookings(shop),
    }),
    seller: (sale, shop) =>
      sale.isWithdrawn ? undoneWithoutReturn(sale, shop) : givenBack(sale, shop),
  },
  refunded: {
    buyer: (sale, shop) => ({
      subject: t`Your money for ${{ productName: sale.productName }} is on its way back`,
      paragraphs: [
        refundTexts(sale).buyer,
        t`It can take five to ten days to show on your statement.`,
      ],
      facts: charge(sale),
      step: toBookings(shop),
    }),
    seller: (sale, shop) => ({
      subject: t`The payment for ${{ productName: sale.productName }} was refunded`,
      paragraphs: [refundTexts(sale).seller],
      step: toOrders(shop),
    }),
  },
};
