import type { BookingState } from '#contract/states.ts';
import type { MailKind, mailReaders } from '../../database/schema/mails.ts';
import type { Sql } from '../../database/sql.ts';

export type MailReader = (typeof mailReaders)[number];

/** What a mail may say about a sale, as it is when the mail is sent. */
export interface Sale {
  mailId: string;
  kind: MailKind;
  reader: MailReader;
  bookingId: string;
  productId: string;
  productName: string;
  priceCents: number;
  /** State of the booking. */
  state: BookingState;
  buyerName: string;
  buyerPhone: string;
  meetingPlace: string;
  sellerName: string;
  sellerPhone: string;
  holdExpiresAt: Date;
  paidAt: Date | null;
  releaseReason: string | null;
  returnReason: string | null;
  /** The provider's id of the charge that the mail is about. */
  transactionId: string | null;
  /** Amount of that charge, which may differ from the price. */
  chargedCents: number | null;
  refundReason: string | null;
  /** Null when the reader was removed. */
  readerEmail: string | null;
}

/**
 * Reads the sale that a mail is about. The key of a mail about a refund ends with the payment's id; other mails are
 * about the recorded payment.
 */
export async function readSale(sql: Sql, mailId: string): Promise<Sale | undefined> {
  const [sale] = await sql<Sale[]>`
    select m.id as "mailId", m.kind, m.reader, b.id as "bookingId", b.product_id as "productId",
      b.product_name as "productName", b.price_cents as "priceCents", b.buyer_name as "buyerName",
      b.phone as "buyerPhone", b.location as "meetingPlace", seller.name as "sellerName",
      p.phone as "sellerPhone", b.hold_expires_at as "holdExpiresAt", b.paid_at as "paidAt",
      b.release_reason as "releaseReason", r.reason as "returnReason",
      pay.transaction_id as "transactionId", pay.amount_cents as "chargedCents",
      pay.refund_reason as "refundReason", b.state,
      case when m.reader = 'buyer' then case when buyer.removed_at is null then buyer.email end
        else case when seller.removed_at is null then seller.email end end as "readerEmail"
    from mails m
    join bookings b on b.id = m.booking_id
    join products p on p.id = b.product_id
    join users buyer on buyer.id = b.buyer_id
    join users seller on seller.id = b.seller_id
    left join returns r on r.booking_id = b.id
    left join lateral (
      select transaction_id, amount_cents, refund_reason from payments
      where booking_id = b.id
      order by (m.key like '%:' || payments.id::text) desc, (state = 'recorded') desc, id desc
      limit 1
    ) pay on true
    where m.id = ${mailId}`;
  return sale;
}

/** Whether the hold has changed since the mail was queued, so that the mail would be wrong. */
export function isOutdated({ kind, state, holdExpiresAt }: Sale, at: Date): boolean {
  const isHeld = state === 'held' && holdExpiresAt > at;
  if (kind === 'hold-expiring') return !isHeld;
  if (kind === 'hold-expired') return state !== 'released';
  return kind === 'booked' && !isHeld && state !== 'paid' && state !== 'returned';
}
