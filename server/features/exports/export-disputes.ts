import { toMajorUnits } from '#contract/money/currency.ts';
import type { ExportedDispute } from '#contract/users/user-export.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { type PageRequest, pagesOf } from './json-stream.ts';

interface DisputeReader {
  sql: Sql;
  evidenceLinks: EvidenceLinks;
}

interface DisputeRow {
  id: string;
  bookingId: string;
  buyerId: string;
  sellerId: string;
  cause: ExportedDispute['cause'];
  state: ExportedDispute['state'];
  openedBy: string | null;
  reason: string | null;
  images: JoinedImage[];
  clips: ClipColumns[];
  openedAt: Date;
  decidedAt: Date | null;
  refundCents: number | null;
  refundShippingCents: number | null;
  goesBack: boolean | null;
  decisionReason: string | null;
}

interface StatementRow {
  disputeId: string;
  authorId: string;
  text: string;
  images: JoinedImage[];
  clips: ClipColumns[];
  createdAt: Date;
}

interface ChargebackRow {
  bookingId: string;
  state: ExportedDispute['chargebacks'][number]['state'];
  amountCents: number;
  openedAt: Date;
}

/** The disputes about what a user bought and sold, newest first, with all that both sides and admins said, for `exportUser`. */
export function exportDisputes(
  reader: DisputeReader,
  userId: string,
): AsyncIterable<ExportedDispute[]> {
  return pagesOf(
    (request) => readPage(reader, userId, request),
    (row) => disputeFrom(row, userId, reader.evidenceLinks),
  );
}

interface WholeDispute extends DisputeRow {
  statements: StatementRow[];
  chargebacks: ChargebackRow[];
}

async function readPage(
  { sql }: DisputeReader,
  userId: string,
  { cursor, count }: PageRequest,
): Promise<WholeDispute[]> {
  const disputes = await sql<DisputeRow[]>`
    select d.id, d.booking_id as "bookingId", b.buyer_id as "buyerId",
      b.seller_id as "sellerId", d.cause, d.state, d.opened_by as "openedBy", d.reason,
      ${selectEvidence(sql, 'd.id')} as images, ${selectClips(sql, 'd.id')} as clips, d.opened_at as "openedAt",
      d.decided_at as "decidedAt", d.refund_cents as "refundCents",
      d.refund_shipping_cents as "refundShippingCents", d.goes_back as "goesBack",
      d.decision_reason as "decisionReason"
    from disputes d join bookings b on b.id = d.booking_id
    where (b.buyer_id = ${userId} or b.seller_id = ${userId}) and d.id < ${cursor}
    order by d.id desc limit ${count}`;
  const [statements, chargebacks] = await Promise.all([
    sql<StatementRow[]>`
      select s.dispute_id as "disputeId", s.author_id as "authorId", s.text,
        ${selectEvidence(sql, 's.id')} as images, ${selectClips(sql, 's.id')} as clips, s.created_at as "createdAt"
      from dispute_statements s where s.dispute_id = any(${disputes.map(({ id }) => id)}::uuid[])
      order by s.id`,
    sql<ChargebackRow[]>`
      select booking_id as "bookingId", state, amount_cents as "amountCents",
        opened_at as "openedAt"
      from chargebacks where booking_id = any(${disputes.map(({ bookingId }) => bookingId)}::uuid[])
      order by id`,
  ]);
  return disputes.map((row) => ({
    ...row,
    statements: statements.filter(({ disputeId }) => disputeId === row.id),
    chargebacks: chargebacks.filter(({ bookingId }) => bookingId === row.bookingId),
  }));
}

function disputeFrom(
  row: WholeDispute,
  userId: string,
  evidenceLinks: EvidenceLinks,
): ExportedDispute {
  const roleOf = (id: string) =>
    id === row.buyerId ? 'buyer' : id === row.sellerId ? 'seller' : 'admin';
  return {
    _id: row.id,
    bookingId: row.bookingId,
    side: row.buyerId === userId ? 'buyer' : 'seller',
    cause: row.cause,
    state: row.state,
    openedBy: row.openedBy === null ? undefined : roleOf(row.openedBy),
    reason: row.reason ?? undefined,
    images: evidenceAddresses(row.images, evidenceLinks),
    clips: evidenceClipsFrom(row.clips, evidenceLinks),
    openedAt: row.openedAt.toISOString(),
    statements: row.statements.map(({ authorId, text, images, clips, createdAt }) => ({
      author: roleOf(authorId),
      text,
      images: evidenceAddresses(images, evidenceLinks),
      clips: evidenceClipsFrom(clips, evidenceLinks),
      time: createdAt.toISOString(),
    })),
    decidedAt: row.decidedAt?.toISOString(),
    refund: row.refundCents === null ? undefined : toMajorUnits(row.refundCents),
    shippingRefund:
      row.refundShippingCents === null ? undefined : toMajorUnits(row.refundShippingCents),
    goesBack: row.goesBack ?? undefined,
    decisionReason: row.decisionReason ?? undefined,
    chargebacks: row.chargebacks.map(({ state, amountCents, openedAt }) => ({
      state,
      amount: toMajorUnits(amountCents),
      time: openedAt.toISOString(),
    })),
  };
}
