import type { ModerationCase, SubjectState } from '#contract/moderation/cases.ts';
import type { HintKind } from '#contract/moderation/moderation-terms.ts';
import { rawSql, type Sql } from '../../database/sql.ts';
import { mayBeTold, toldAt } from './older-seller-mail.ts';
import { stateOfProduct } from './subject-kinds.ts';

/** Whether the comparison has found something about a case `c`. */
export const hasHints = rawSql(
  'exists (select from case_hints h where h.case_id = c.id) as "wasCompared"',
);

interface HintRow {
  kind: HintKind;
  createdAt: Date;
  imageId: string | null;
  otherImageId: string | null;
  distance: number | null;
  otherId: string | null;
  otherName: string | null;
  otherSeller: string | null;
  otherAt: Date | null;
  otherState: SubjectState | null;
  mayBeTold: boolean | null;
  toldAt: Date | null;
  stolenAt: Date | null;
  brand: string | null;
  instrument: string | null;
  reference: string | null;
  explanation: string | null;
  reporterName: string | null;
  reporterEmail: string | null;
  stolenImages: string[];
}

/** What the comparison of listings has found about the subject of a case, newest first. */
export async function readHints(
  sql: Sql,
  caseId: string,
  addresses: (imageIds: readonly string[]) => string[],
): Promise<ModerationCase['foundHints']> {
  const rows = await sql<HintRow[]>`
    select h.kind, h.created_at as "createdAt", h.image_id as "imageId",
      h.other_image_id as "otherImageId", h.distance, p.id as "otherId", p.name as "otherName",
      seller.name as "otherSeller", p.created_at as "otherAt",
      case when p.id is not null then ${rawSql(stateOfProduct)} end as "otherState",
      ${rawSql(mayBeTold)} as "mayBeTold",
      case when h.image_id is not null then ${rawSql(toldAt)} end as "toldAt",
      s.created_at as "stolenAt", s.brand, s.kind as instrument, s.reference, s.explanation,
      r.name as "reporterName", r.email as "reporterEmail",
      array(select image_id from evidence_images where subject_id = s.id order by position)
        as "stolenImages"
    from case_hints h
    left join products p on p.id = h.other_product_id
    left join users seller on seller.id = p.seller_id
    left join stolen_reports s on s.id = h.stolen_report_id
    left join users r on r.id = s.reporter_id
    where h.case_id = ${caseId} order by h.id desc limit 50`;
  return rows.map((row) => ({
    kind: row.kind,
    time: row.createdAt.toISOString(),
    other: otherOf(row),
    pictures: picturesOf(row, addresses),
    stolen: stolenOf(row, addresses),
  }));
}

type Found = ModerationCase['foundHints'][number];

function otherOf({
  otherId,
  otherName,
  otherSeller,
  otherAt,
  otherState,
  mayBeTold: canBeTold,
  toldAt: told,
}: HintRow): Found['other'] {
  if (otherId === null || !otherAt || !otherState) return undefined;
  return {
    productId: otherId,
    name: otherName ?? '',
    sellerName: otherSeller ?? '',
    listedAt: otherAt.toISOString(),
    state: otherState,
    mayBeTold: canBeTold === true,
    toldAt: told?.toISOString(),
  };
}

function picturesOf(
  { imageId, otherImageId, distance }: HintRow,
  addresses: (imageIds: readonly string[]) => string[],
): Found['pictures'] {
  if (imageId === null || otherImageId === null || distance === null) return undefined;
  const [own = '', other = ''] = addresses([imageId, otherImageId]);
  return { own, other, distance };
}

function stolenOf(
  row: HintRow,
  addresses: (imageIds: readonly string[]) => string[],
): Found['stolen'] {
  if (!row.stolenAt) return undefined;
  return {
    brand: row.brand ?? '',
    kind: row.instrument ?? undefined,
    reference: row.reference ?? undefined,
    explanation: row.explanation ?? undefined,
    name: row.reporterName ?? undefined,
    email: row.reporterEmail ?? undefined,
    images: addresses(row.stolenImages),
    time: row.stolenAt.toISOString(),
  };
}
