import { toMajorUnits } from '#contract/money/currency.ts';
import type { CommissionTerms, ShopCommission } from '#contract/payments/commission.ts';
import { type Fragment, rawSql, type Sql, type SqlValue } from '../../database/sql.ts';

/** What was agreed with a seller, as `agreedTerms` reads it. */
export interface AgreedTerms {
  /** In hundredths of a percent; null: the shop's terms hold again. */
  basisPoints: number | null;
  fixedCents: number;
  minimumCents: number;
  maximumCents: number | null;
}

/** The columns of `AgreedTerms`, from `seller_commissions`. */
export const agreedTerms = rawSql(`jsonb_build_object(
  'basisPoints', basis_points, 'fixedCents', fixed_cents, 'minimumCents', minimum_cents,
  'maximumCents', maximum_cents)`);

/** What holds for a seller at a time: what was agreed last of what has begun by then. Null when nothing was. */
export function agreedTermsAt(sql: Sql, sellerId: SqlValue, at: Date): Fragment {
  return sql`(select ${agreedTerms} from seller_commissions c
    where c.seller_id = ${sellerId} and c.applies_from <= ${at} order by c.id desc limit 1)`;
}

/** The terms of all sales of a seller: those that were agreed, otherwise the shop's. */
export function commissionOfSeller(
  shop: ShopCommission,
  agreed: AgreedTerms | null | undefined,
): ShopCommission {
  return (agreed && commissionTermsOf(agreed)) ?? shop;
}

/** Undefined where the shop's terms hold again. */
export function commissionTermsOf(agreed: AgreedTerms): CommissionTerms | undefined {
  const { basisPoints, fixedCents, minimumCents, maximumCents } = agreed;
  if (basisPoints === null) return undefined;
  return {
    percent: basisPoints / 100,
    ...(fixedCents > 0 && { fixed: toMajorUnits(fixedCents) }),
    ...(minimumCents > 0 && { minimum: toMajorUnits(minimumCents) }),
    ...(maximumCents !== null && { maximum: toMajorUnits(maximumCents) }),
  };
}
