/** The mails of the embedded identity provider. */
export const accountMailKinds = [
  'verification',
  'reset',
  'password-changed',
  'authenticator-added',
  'authenticator-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
] as const;
export type AccountMailKind = (typeof accountMailKinds)[number];

/** The kinds of mails about a sale. */
export const mailKinds = [
  'booked',
  'hold-expiring',
  'hold-expired',
  'paid',
  'return-requested',
  'return-refused',
  'returned',
  'refunded',
] as const;

/** The kinds of mails about handing over, giving back and disputes. */
export const afterSaleMailKinds = [
  'may-cancel',
  'meeting-asked',
  'meeting-agreed',
  'cancellation-requested',
  'cancellation-declined',
  'permit-due-soon',
  'permit-given',
  'sale-cancelled',
  'sent',
  'receipt-assumed-soon',
  'received',
  'return-window-ending',
  'sale-completed',
  'return-accepted-soon',
  'return-accepted',
  'return-contested',
  'return-lapsing',
  'return-lapsed',
  'return-sent-back',
  'sent-back-dispute-soon',
  'given-back',
  'dispute-opened',
  'dispute-answered',
  'dispute-decided',
] as const;
export type AfterSaleMailKind = (typeof afterSaleMailKinds)[number];
export type MailKind = (typeof mailKinds)[number] | AfterSaleMailKind;

/** The kinds of mails to sellers about their money. */
export const payoutMailKinds = [
  'payout-paid',
  'payout-failed',
  'payout-account-needed',
  'payout-account-changed',
] as const;
export type PayoutMailKind = (typeof payoutMailKinds)[number];

/** The kinds of mails to sellers about invoices for the commission. */
export const invoiceMailKinds = ['invoice-issued', 'credit-note-issued'] as const;
export type InvoiceMailKind = (typeof invoiceMailKinds)[number];

/** The mail to somebody for whose account a key was made. */
export const keyMailKinds = ['key-made'] as const;

/** The mail to somebody whose webhooks nobody has accepted for days. */
export const webhookMailKinds = ['webhook-disabled'] as const;

/** The kinds of mails about offers. About one that was accepted both sides get `booked`. */
export const offerMailKinds = [
  'offer-made',
  'offer-countered',
  'offer-declined',
  'offer-expired',
] as const;
export type OfferMailKind = (typeof offerMailKinds)[number];

/** The kinds of mails about reports and decisions. */
export const caseMailKinds = [
  'report-received',
  'report-decided',
  'decision-made',
  'decision-changed',
  'appeal-received',
  'appeal-decided',
] as const;
export type CaseMailKind = (typeof caseMailKinds)[number];

/** The kinds of mails about news, which their readers can end. */
export const newsMailKinds = ['news-searches', 'news-wishlist', 'new-messages'] as const;

/** Every kind of mail that the shop sends. */
export const queuedMailKinds = [
  ...accountMailKinds,
  ...mailKinds,
  ...afterSaleMailKinds,
  'free-again',
  ...payoutMailKinds,
  'commission-agreed',
  ...invoiceMailKinds,
  ...keyMailKinds,
  ...webhookMailKinds,
  ...offerMailKinds,
  ...caseMailKinds,
  'product-removed',
  'older-seller-told',
  ...newsMailKinds,
] as const;
export type QueuedMailKind = (typeof queuedMailKinds)[number];
