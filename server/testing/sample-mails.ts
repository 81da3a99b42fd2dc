import { caseOutcomes } from '#contract/moderation/moderation-terms.ts';
import {
  accountMailKinds,
  afterSaleMailKinds,
  caseMailKinds,
  invoiceMailKinds,
  mailKinds,
  offerMailKinds,
  payoutMailKinds,
} from '#contract/operations/mail-kinds.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { t } from '#contract/text.ts';
import { availabilityMail, mailReaders } from '../database/schema/mails.ts';
import type { Sale } from '../features/after-sale/mails/read-sale.ts';
import { saleContentOf } from '../features/after-sale/mails/sale-content.ts';
import { invoiceContentOf } from '../features/invoices/mails.ts';
import { keyContentOf } from '../features/keys/mails.ts';
import type { MailContent, MailPhoto } from '../features/mails/mail-content.ts';
import { messageContentOf } from '../features/messages/mails.ts';
import { type CaseMail, caseContentOf } from '../features/moderation/mails.ts';
import { olderSellerContentOf } from '../features/moderation/older-seller-mail.ts';
import { type OfferMail, offerContentOf } from '../features/offers/mails.ts';
import { type CommissionMail, commissionContentOf } from '../features/payouts/commission-mail.ts';
import { payoutContentOf } from '../features/payouts/mails.ts';
import { removalContentOf } from '../features/products/mails.ts';
import { searchNewsContentOf } from '../features/saved-searches/mails.ts';
import { webhookContentOf } from '../features/webhooks/mails.ts';
import { wishlistContentOf } from '../features/wishlist/mails.ts';
import {
  factorMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from '../providers/identity/embedded/mails/account-mail-texts.ts';

interface SampleOptions {
  shop: string;
  shopName?: string;
  photo: MailPhoto;
  /** What people have typed: names of instruments and people, reasons, places. */
  typed: string;
}

/** One mail of every kind and reader that the shop sends, by its name. */
export function sampleMails(options: SampleOptions): Map<string, MailContent> {
  return new Map([
    ...saleMails(options),
    ...accountMails(options),
    ...sellerMails(options),
    ...offerMails(options),
    ...alertMails(options),
    ...caseMails(options),
  ]);
}

function* saleMails({
  shop,
  shopName = defaultShop.name,
  photo,
  typed,
}: SampleOptions): Generator<[string, MailContent]> {
  const sale = sampleSale(typed);
  const options = { shop, shopName, photo, hasReviews: true, at: new Date('2026-05-02T10:00:00Z') };
  for (const kind of [...mailKinds, ...afterSaleMailKinds]) {
    for (const reader of mailReaders) {
      yield [`${kind}-${reader}`, saleContentOf({ ...sale, kind, reader }, options)];
    }
  }
  const withdrawn = { kind: 'hold-expired', reader: 'buyer', releaseReason: 'withdrawn' } as const;
  yield ['hold-expired-withdrawn', saleContentOf({ ...sale, ...withdrawn }, options)];
  for (const kind of ['booked', 'paid', 'returned'] as const) {
    for (const reader of mailReaders) {
      yield [`${kind}-sent-${reader}`, saleContentOf({ ...sale, ...sent, kind, reader }, options)];
    }
  }
  const fetched = { kind: 'paid', reader: 'seller', deliveryMethod: 'pickup' } as const;
  yield ['paid-pickup-seller', saleContentOf({ ...sale, ...fetched }, options)];
  const unproven = { kind: 'paid', reader: 'buyer', isReaderProven: false } as const;
  yield ['unproven', saleContentOf({ ...sale, ...unproven }, options)];
  yield [availabilityMail.kind, saleContentOf({ ...sale, ...availabilityMail }, options)];
}

function* accountMails({
  shop,
  shopName = defaultShop.name,
}: SampleOptions): Generator<[string, MailContent]> {
  const reader = { shop, shopName };
  for (const kind of accountMailKinds) {
    if (kind === 'verification') {
      yield [kind, verificationMail({ ...reader, link: `${shop}/verify-email?token=abc.def` })];
    } else if (kind === 'reset') {
      yield [kind, resetMail({ ...reader, link: `${shop}/reset-password?token=abc` })];
    } else if (kind === 'password-changed') {
      yield [kind, passwordChangedMail(reader)];
    } else {
      yield [kind, factorMail(kind, reader)];
    }
  }
}

function* sellerMails({
  shop,
  shopName = defaultShop.name,
  photo,
  typed,
}: SampleOptions): Generator<[string, MailContent]> {
  const seller = { sellerName: typed, sellerEmail: 'sol@reprise.test', isSellerProven: true };
  for (const kind of payoutMailKinds) {
    const payout = { amountCents: 12_050, reference: typed, failure: typed };
    yield [kind, payoutContentOf({ kind, ...seller, ...payout }, shop, shopName)];
  }
  const terms = { percent: 7.5, fixed: 0.35, minimum: 1.5, maximum: 40 };
  const agreed: CommissionMail = {
    before: { percent: 10 },
    after: terms,
    appliesFrom: new Date('2026-05-03T10:00:00Z'),
    isShops: false,
    reason: typed,
    ...seller,
  };
  const commission = (mail: Partial<CommissionMail>) =>
    commissionContentOf({ ...agreed, ...mail }, shop, shopName);
  yield ['commission-agreed', commission({})];
  const after = { percent: 10, categories: { Brass: { percent: 5 } } };
  yield [
    "commission-agreed, the shop's again",
    commission({ before: terms, after, isShops: true }),
  ];
  yield ['commission-agreed-unproven', commission({ isSellerProven: false })];
  const invoice = { invoiceId: '01900000-0000-7000-8000-00000000000a', month: '2026-11' };
  for (const kind of invoiceMailKinds) {
    const about = { ...invoice, number: 'NK-2026-00001', grossCents: 12_050 };
    const correctedNumber = kind === 'invoice-issued' ? null : 'NK-2026-00001';
    yield [kind, invoiceContentOf({ kind, ...about, correctedNumber, ...seller }, shop, shopName)];
  }
  const key = { keyName: typed, hint: '0f1e', userName: typed, userEmail: 'sol@reprise.test' };
  yield ['key-made', keyContentOf({ ...key, isProven: true }, shop, shopName)];
  const hook = { url: typed, userName: typed, userEmail: 'sol@reprise.test', isProven: true };
  yield ['webhook-disabled', webhookContentOf({ ...hook, isGone: false }, shop, shopName)];
  yield ['webhook-disabled, gone', webhookContentOf({ ...hook, isGone: true }, shop, shopName)];
  const named = { productName: typed, instrumentKind: 'trumpet', maker: typed };
  const removal = { ...named, priceCents: 12_050, reason: typed, ...seller };
  yield ['product-removed', removalContentOf(removal, { shop, shopName, photo })];
  const unproven = { ...removal, isSellerProven: false };
  yield ['product-removed-unproven', removalContentOf(unproven, { shop, shopName, photo })];
  const id = '01900000-0000-7000-8000-00000000000a';
  const near = { productId: id, productName: typed, newerId: id, ...seller };
  const told = (mail: Partial<typeof near> | { newerId: null }) =>
    olderSellerContentOf({ ...near, ...mail }, { shop, shopName, photo });
  yield ['older-seller-told', told({})];
  yield ['older-seller-told, not on sale', told({ newerId: null })];
  yield ['older-seller-told-unproven', told({ isSellerProven: false })];
}

function* offerMails({
  shop,
  shopName = defaultShop.name,
  photo,
  typed,
}: SampleOptions): Generator<[string, MailContent]> {
  const offer: Omit<OfferMail, 'kind' | 'reader'> = {
    state: 'open',
    listedCents: 12_050,
    priceCents: 12_050,
    amountsCents: [10_000],
    expiresAt: new Date('2026-05-03T10:00:00Z'),
    step: 1,
    ...unsaid,
    productId: '01900000-0000-7000-8000-00000000000a',
    productName: typed,
    instrumentKind: 'trumpet',
    maker: typed,
    readerName: typed,
    readerEmail: 'sol@reprise.test',
    isReaderProven: true,
  };
  const made = { ...offer, ...sent, kind: 'offer-made', reader: 'seller' } as const;
  yield ['offer-made-sent-seller', offerContentOf(made, { shop, shopName, photo })];
  for (const kind of offerMailKinds) {
    for (const reader of mailReaders) {
      yield [
        `${kind}-${reader}`,
        offerContentOf({ ...offer, kind, reader }, { shop, shopName, photo }),
      ];
    }
  }
  const unproven = {
    ...offer,
    kind: 'offer-made',
    reader: 'seller',
    isReaderProven: false,
  } as const;
  yield ['offer-unproven', offerContentOf(unproven, { shop, shopName, photo })];
}

function* caseMails({
  shop,
  shopName = defaultShop.name,
  typed,
}: SampleOptions): Generator<[string, MailContent]> {
  const brand = { name: shopName, contact: 'help@reprise.test' };
  const decided: Omit<CaseMail, 'kind' | 'reference'> = {
    isGuest: false,
    readerName: typed,
    readerEmail: 'sol@reprise.test',
    isReaderProven: true,
    subjectKind: 'product',
    subjectName: typed,
    outcome: 'hidden',
    groundKind: 'rules',
    ground: typed,
    facts: typed,
    suspendedUntil: null,
    wasCompared: false,
    decidedAt: new Date('2026-05-02T10:00:00Z'),
    isOpenedAgain: false,
    appealOutcome: 'reversed',
    appealReason: typed,
  };
  for (const kind of caseMailKinds) {
    const readers = { person: null, reporter: 'R-ABCD-EFGH' };
    for (const [reader, reference] of Object.entries(readers)) {
      const mail = { ...decided, kind, reference };
      yield [`${kind}-${reader}`, caseContentOf(mail, { shop, brand })];
      if (reference === null) {
        yield [
          `${kind}-unproven`,
          caseContentOf({ ...mail, isReaderProven: false }, { shop, brand }),
        ];
      } else {
        const guest = { ...mail, isGuest: true, readerName: null, isReaderProven: false };
        yield [`${kind}-guest`, caseContentOf(guest, { shop, brand })];
      }
    }
  }
  for (const outcome of caseOutcomes) {
    const mail = { ...decided, outcome, kind: 'decision-made', reference: null } as const;
    yield [`decision-made-${outcome}`, caseContentOf(mail, { shop, brand })];
  }
}

function* alertMails({ shop, photo, typed }: SampleOptions): Generator<[string, MailContent]> {
  const id = '01900000-0000-7000-8000-00000000000a';
  const link = `${shop}/unsubscribe?token=abc.def`;
  const toReader = { greeting: typed, unsubscribe: { label: t`Stop these emails`, link } };
  const facts = {
    name: typed,
    priceCents: 12_050,
    condition: 'Good' as const,
    location: typed,
    photo,
  };
  const heldUntil = new Date('2026-05-03T10:00:00Z');
  const instruments = [{ ...facts, id, heldUntil }];
  const search = { name: typed, query: { q: typed }, ids: [id] };
  const found = { instruments, searches: [search], hasMore: false };
  const ofMany = { instruments, searches: [search, { ...search, ids: [] }], hasMore: true };
  yield ['search-news', { ...searchNewsContentOf(found, shop), ...toReader }];
  yield ['search-news-of-many', { ...searchNewsContentOf(ofMany, shop), ...toReader }];
  const wished = { ...facts, productId: id };
  const cheaper = { ...wished, priceBeforeCents: 20_000, isFreeAgain: false, heldUntil };
  const free = { ...wished, priceBeforeCents: null, isFreeAgain: true, heldUntil: null };
  const one = { shop, furtherCount: 0 };
  yield ['wish-cheaper', { ...wishlistContentOf([cheaper], one), ...toReader }];
  yield ['wish-free', { ...wishlistContentOf([free], one), ...toReader }];
  const many = wishlistContentOf([cheaper, free], { shop, furtherCount: 3 });
  yield ['wish-news-of-many', { ...many, ...toReader }];
  for (const unread of [1, 3]) {
    const content = messageContentOf({ threadId: id, unread }, { shop });
    yield [`new-messages-${unread}`, { ...content, ...toReader }];
  }
}

/** Nothing was said about how it reaches its buyer. */
const unsaid = { deliveryMethod: null, zoneId: null, zoneName: null, shippingCents: 0 } as const;
const sent = {
  deliveryMethod: 'shipping',
  zoneId: 'eu',
  zoneName: 'European Union',
  shippingCents: 1_290,
  totalCents: 124_740,
} as const;

/** A sale in which every field has a value, whatever its state. */
export function sampleSale(typed: string): Sale {
  const at = new Date('2026-05-03T10:00:00Z');
  const id = '01900000-0000-7000-8000-00000000000a';
  return {
    mailId: id,
    bookingId: id,
    productId: id,
    kind: 'booked',
    reader: 'buyer',
    productName: typed,
    instrumentKind: 'trumpet',
    maker: typed,
    priceCents: 123_450,
    totalCents: 123_450,
    ...unsaid,
    listedCents: null,
    withdrawnAt: null,
    withdrawalDays: null,
    returnDays: 3,
    approvedAt: null,
    state: 'held',
    buyerName: typed,
    buyerPhone: typed,
    meetingPlace: typed,
    sellerName: typed,
    sellerPhone: typed,
    watcherName: typed,
    isAwaited: true,
    holdExpiresAt: at,
    paidAt: at,
    sentClockFrom: at,
    requestedClockFrom: at,
    cancelFrom: at,
    permitFor: ['pernambuco'],
    permitNumber: typed,
    permitGivenAt: null,
    buyerMeetsAt: null,
    sellerMeetsAt: null,
    giveBackBy: at,
    lapsedAt: at,
    sentBackAt: at,
    backCarrier: typed,
    backTracking: typed,
    silentClockFrom: at,
    givenBackAt: null,
    buyerKeepsIt: null,
    returnUntil: at,
    releaseReason: 'declined',
    releaseNote: typed,
    cancelReason: typed,
    cancellationRequestReason: typed,
    isCancelledBySeller: true,
    isCancellationDeclined: false,
    returnReason: typed,
    returnPlace: typed,
    returnContestReason: typed,
    returnState: 'requested',
    fulfilmentState: 'awaiting',
    handoverCode: '123456',
    carrier: typed,
    tracking: typed,
    isOvertakenByDispute: false,
    disputeReason: typed,
    disputeCause: null,
    disputeState: null,
    disputeOpenedAt: null,
    disputeRefundCents: 50_000,
    disputeShippingCents: 1_000,
    disputeGoesBack: true,
    decisionReason: typed,
    transactionId: 'pi_123',
    isWithdrawn: false,
    refundedCents: 123_450,
    refundedShippingCents: 1_000,
    refundReason: null,
    totalRefundCents: null,
    isRefundDue: null,
    readerEmail: 'clara@reprise.test',
    readerLanguage: null,
    readerTimeZone: null,
    isReaderProven: true,
    imageId: id,
    imageExternalUrl: null,
    imageWidths: [480],
    imageWidth: 480,
    imageHeight: 360,
    imagePlaceholder: '',
    imageAvif: false,
  };
}
