import { z } from 'zod';
import { alertSettings } from '#contract/alerts/alerts.ts';
import { booking, bookingFulfilment, bookingReturn } from '#contract/bookings/bookings.ts';
import {
  chargebackStates,
  disputeCauses,
  disputeStates,
  offerStates,
  paymentStates,
  payoutStates,
  productStatuses,
} from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { clip, evidenceClips } from '#contract/clips/clips.ts';
import {
  chosenDelivery,
  deliveryAddress,
  listingDelivery,
  totals,
} from '#contract/delivery/delivery.ts';
import { id, inCurrency, isoTime } from '#contract/fields.ts';
import { evidenceAddresses } from '#contract/images/images.ts';
import { importChoice } from '#contract/imports/import-choices.ts';
import { billingDetails } from '#contract/invoices/billing-details.ts';
import { invoice, invoiceParty } from '#contract/invoices/invoices.ts';
import { apiKey } from '#contract/keys/keys.ts';
import {
  caseOutcomes,
  caseStates,
  noteSubjects,
  reportReasons,
  subjectKinds,
} from '#contract/moderation/moderation-terms.ts';
import { commissionTerms } from '#contract/payouts/commission-terms.ts';
import { payoutProviders } from '#contract/payouts/earnings.ts';
import { ledgerKinds } from '#contract/payouts/ledger.ts';
import { payoutAccount } from '#contract/payouts/payouts.ts';
import { replyShape } from '#contract/products/listing-fields.ts';
import { pushSubscription } from '#contract/push/push.ts';
import { savedQuery } from '#contract/search/saved-searches.ts';
import { webhookEndpoint } from '#contract/webhooks/webhooks.ts';
import { auditActions } from './audit.ts';
import { user } from './users.ts';

const amount = z.number().describe(inCurrency);
/** The person's own part in a sale. */
const side = z.enum(['buyer', 'seller']);
const author = z.enum(['buyer', 'seller', 'admin']);

const exportedFulfilment = bookingFulfilment
  .pick({
    state: true,
    method: true,
    carrier: true,
    tracking: true,
    sentAt: true,
    parcelImages: true,
    receivedAt: true,
    completedAt: true,
    cancelledAt: true,
    cancelReason: true,
  })
  .extend({
    permitNumber: z.string().optional(),
    returnUntil: isoTime.optional(),
    returnedAt: isoTime.optional(),
    cancellationRequestedAt: isoTime.optional(),
    cancellationRequestReason: z.string().optional(),
    cancellationDeclinedAt: isoTime.optional(),
  })
  .optional()
  .describe('What became of it after the payment');
export type ExportedFulfilment = z.infer<typeof exportedFulfilment>;

const exportedReturn = bookingReturn
  .pick({
    reason: true,
    state: true,
    time: true,
    decidedAt: true,
    place: true,
    contestReason: true,
    giveBackBy: true,
    givenBackAt: true,
  })
  .extend({
    _id: id,
    bookingId: id,
    side,
    images: evidenceAddresses,
    clips: evidenceClips.optional(),
    sentBackAt: isoTime.optional(),
    backCarrier: z.string().optional(),
    backTracking: z.string().optional(),
    lapsedAt: isoTime.optional(),
    buyerKeepsIt: z.boolean(),
    refundedAt: isoTime.optional(),
  });
export type ExportedReturn = z.infer<typeof exportedReturn>;

const exportedDispute = z.object({
  _id: id,
  bookingId: id,
  side,
  cause: z.enum(disputeCauses),
  state: z.enum(disputeStates),
  openedBy: author.optional().describe('Missing when the card provider opened it'),
  reason: z.string().optional(),
  images: evidenceAddresses,
  clips: evidenceClips.optional(),
  openedAt: isoTime,
  statements: z.array(
    z.object({
      author,
      text: z.string(),
      images: evidenceAddresses,
      clips: evidenceClips.optional(),
      time: isoTime,
    }),
  ),
  decidedAt: isoTime.optional(),
  refund: amount.optional(),
  shippingRefund: amount.optional(),
  goesBack: z.boolean().optional(),
  decisionReason: z.string().optional(),
  chargebacks: z.array(
    z.object({ state: z.enum(chargebackStates), amount: amount, time: isoTime }),
  ),
});
export type ExportedDispute = z.infer<typeof exportedDispute>;

/** What others booked of theirs. */
const exportedSale = booking
  .pick({
    productId: true,
    name: true,
    price: true,
    shipping: true,
    total: true,
    delivery: true,
    state: true,
    time: true,
    releasedAt: true,
    releaseReason: true,
  })
  .extend({
    _id: id,
    paidAt: isoTime.optional(),
    releaseNote: z.string().optional().describe('What the seller or the shop gave as the reason'),
    returnedAt: isoTime.optional(),
    withdrawnAt: isoTime.optional(),
    trader: z.object({ name: z.string(), address: z.string() }).optional(),
    fulfilment: exportedFulfilment,
  });

const exportedPayout = z.object({
  _id: id,
  amount: amount,
  currency: z.string(),
  provider: z.enum(payoutProviders),
  state: z.enum(payoutStates),
  time: isoTime,
  takenAt: isoTime.optional(),
  paidAt: isoTime.optional(),
  failedAt: isoTime.optional(),
  reference: z.string().optional(),
  failure: z.string().optional(),
});
export type ExportedPayout = z.infer<typeof exportedPayout>;

const exportedMovement = z.object({
  kind: z.enum(ledgerKinds),
  account: z.enum(['pending', 'available']),
  amount: amount.describe(`${inCurrency}; below zero for what left the account`),
  currency: z.string(),
  bookingId: id.optional(),
  time: isoTime,
});
export type ExportedMovement = z.infer<typeof exportedMovement>;

const exportedThread = z.object({
  _id: id,
  productId: id,
  name: z.string().describe('Of the product'),
  side,
  time: isoTime,
  messages: z.array(
    z.object({
      _id: id,
      author: side,
      text: z.string(),
      images: evidenceAddresses,
      clips: evidenceClips.optional(),
      time: isoTime,
    }),
  ),
});
export type ExportedThread = z.infer<typeof exportedThread>;

/**
 * Everything that the shop stores about one person. Of others it has what they said in a sale with this person, by their part
 * in it and without their names.
 */
export const userExport = z.object({
  time: isoTime.describe('When this was put together'),
  user,
  address: deliveryAddress.optional().describe('Where their instruments are sent'),
  products: z.array(
    z.object({
      _id: id,
      externalId: z.string().optional().describe('What files for the import call it'),
      ...replyShape,
      number: z.string(),
      takesOffers: z.boolean(),
      delivery: listingDelivery,
      image: z.string(),
      images: z.array(z.string()).describe('All its pictures; `image` is the first'),
      clips: z.array(clip).optional(),
      status: z.enum(productStatuses),
      time: isoTime,
      withdrawnAt: isoTime.optional(),
    }),
  ),
  bookings: z.array(
    exportedSale.extend({
      address: deliveryAddress.optional().describe('Where it is sent'),
      phone: z.string(),
      location: z.string(),
    }),
  ),
  sales: z.array(exportedSale).describe('What others booked of theirs, without who it was'),
  offers: z
    .array(
      z.object({
        _id: id,
        as: z.enum(['buyer', 'seller']),
        productId: id,
        name: z.string(),
        listedPrice: amount,
        amounts: z.array(amount),
        shipping: totals.shipping,
        delivery: chosenDelivery.optional(),
        state: z.enum(offerStates),
        message: z.string().optional().describe('What they wrote with it'),
        phone: z.string().optional(),
        location: z.string().optional(),
        bookingId: id.optional(),
        time: isoTime,
        changedAt: isoTime,
      }),
    )
    .describe('Those that they made, and those for their products, without who made them'),
  reports: z
    .array(
      z.object({
        _id: id,
        reference: z.string(),
        subject: z.enum(subjectKinds),
        reason: z.enum(reportReasons),
        explanation: z.string().optional(),
        law: z.string().optional(),
        time: isoTime,
        state: z.enum(caseStates),
        outcome: z.enum(caseOutcomes).optional(),
        appeal: z.string().optional(),
        appealReason: z.string().optional(),
      }),
    )
    .describe('What the user has reported, newest first'),
  verification: z
    .object({
      text: z.string(),
      links: z.array(z.string()),
      images: evidenceAddresses,
      time: isoTime,
    })
    .optional()
    .describe('What they have sent to be verified'),
  stolen: z
    .array(
      z.object({
        _id: id,
        brand: z.string(),
        kind: z.string().optional(),
        reference: z.string().optional(),
        explanation: z.string().optional(),
        time: isoTime,
      }),
    )
    .describe('What the user has reported as stolen. The numbers are stored as digests alone'),
  notes: z
    .array(
      z.object({
        _id: id,
        about: z.enum(noteSubjects),
        bookingId: id.optional(),
        author: z.literal('shop'),
        text: z.string(),
        time: isoTime,
      }),
    )
    .describe(
      'What admins noted about them, their sales and the cases about them; left out while a case about a person whom the note concerns, or a dispute about the sale, is open',
    ),
  decisions: z
    .array(
      z.object({
        _id: id,
        subject: z.enum(subjectKinds),
        reported: z.unknown().describe('What was reported, as it was then'),
        outcome: z.enum(caseOutcomes),
        ground: z.string().optional(),
        facts: z.string().optional(),
        until: isoTime.optional(),
        time: isoTime,
        appeal: z.string().optional(),
        appealReason: z.string().optional(),
      }),
    )
    .describe('Decisions about the user, newest first, without who reported'),
  reviews: z
    .array(
      z.object({
        _id: id,
        bookingId: id,
        as: z.enum(['author', 'subject']),
        rating: z.number().int().optional().describe('Missing in one that was deleted'),
        text: z.string().optional(),
        reply: z.string().optional(),
        time: isoTime,
        publishedAt: isoTime.optional(),
        deletedAt: isoTime.optional(),
      }),
    )
    .describe('Those that they wrote, and those about them that are published, without by whom'),
  payments: z.array(
    z.object({
      _id: id,
      bookingId: id,
      price: amount,
      transactionId: z.string(),
      state: z.enum(paymentStates),
      time: isoTime,
      refundedAt: isoTime.optional(),
    }),
  ),
  returns: z.array(exportedReturn),
  disputes: z.array(exportedDispute),
  invoices: z
    .array(invoice.omit({ seller: true }).extend({ to: invoiceParty }))
    .describe('For the commission of the shop, with credit notes'),
  billingDetails: billingDetails
    .optional()
    .describe('To whom their invoices are issued; missing until they have said it'),
  commissions: z
    .array(
      z.object({
        _id: id,
        commission: commissionTerms
          .optional()
          .describe("Missing where the shop's terms hold again"),
        reason: z.string(),
        appliesFrom: isoTime,
        time: isoTime,
      }),
    )
    .describe('What the shop keeps of their sales by agreement, newest first'),
  payouts: z.array(exportedPayout),
  payoutAccount: payoutAccount
    .optional()
    .describe('Where they are paid; the number masked, as everywhere'),
  movements: z
    .array(exportedMovement)
    .describe('The entries of their statements of all months, oldest first'),
  threads: z
    .array(exportedThread)
    .describe('What they wrote to others, and others to them, newest first'),
  blocks: z.array(z.object({ _id: id, time: isoTime })).describe('That they have blocked somebody'),
  wishlist: z.array(
    z.object({ _id: id, productId: id, name: z.string(), price: amount, time: isoTime }),
  ),
  alerts: z
    .array(z.object({ _id: id, productId: id, name: z.string(), time: isoTime }))
    .describe('Products about which they asked for a mail when they are free again'),
  savedSearches: z.array(
    z.object({
      _id: id,
      name: z.string(),
      query: savedQuery,
      alert: z.boolean(),
      seenAt: isoTime.describe('When they last looked at its results'),
      time: isoTime,
    }),
  ),
  imports: z
    .array(
      z.object({
        _id: id,
        fileName: z.string(),
        rows: z.number().int(),
        state: z.string(),
        time: isoTime,
      }),
    )
    .describe('Files of listings of the last 30 days'),
  importChoices: z
    .array(importChoice)
    .describe('What is remembered from their files of listings for the next one'),
  keys: z.array(apiKey).describe('Their keys for programs'),
  pushSubscriptions: z.array(pushSubscription).describe('The devices that get their notifications'),
  webhooks: z
    .array(webhookEndpoint)
    .describe('The addresses that the shop calls for them; the secrets are in no export'),
  alertSettings: alertSettings.describe('Which mails about news they get'),
  sessions: z
    .array(
      z.object({
        by: z.string().describe('How they signed in'),
        address: z.string().optional(),
        device: z.string().optional().describe('What the browser said it is'),
        time: isoTime,
      }),
    )
    .describe('Where they are signed in; empty where another service signs in'),
  passkeys: z.array(z.object({ name: z.string().optional(), time: isoTime })),
  history: z
    .array(
      z.object({
        action: z.enum(auditActions),
        name: z.string().describe('Theirs, at that time'),
        email: z.string(),
        product: z.string().optional(),
        reason: z.string().optional().describe('What they were told'),
        time: isoTime,
      }),
    )
    .describe('What admins did about them'),
});
export type UserExport = z.infer<typeof userExport>;

export const exportUser = defineCall({
  method: 'GET',
  path: '/users/{id}/export',
  who: 'user',
  area: 'people',
  rule: 'that user, or an admin for a written request, which is recorded in the audit log; with a recent proof of who asks; one at a time',
  summary: 'Export everything that the shop stores about a person, streamed',
  params: z.strictObject({ id }),
  status: 200,
  streamed: true,
  reply: userExport,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'too-many-requests'],
});
