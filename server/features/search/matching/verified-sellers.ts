import type { Sql } from '../../../database/sql.ts';

/** Who is verified, and how a search finds their products. */
export interface VerifiedSellers {
  /** Undefined when they are too many to compare each match with them. */
  ids: readonly string[] | undefined;
  /** Whether they have so few products that reading those costs less than the slices of the catalogue. */
  haveFewProducts: boolean;
}

const maxCompared = 200;
/** So many are looked up in the index of sellers for a page, if they have few products. */
const maxLookedUp = 2_000;
/**
 * Of ten million products the slices would read about 25,000 for a page when verified sellers have as many as this; when
 * they have fewer, the slices would read more.
 */
const fewProducts = 10_000;

export async function readVerifiedSellers(sql: Sql): Promise<VerifiedSellers> {
  const sellers = await sql<{ id: string }[]>`
    select id from users where verified_at is not null limit ${maxLookedUp + 1}`;
  if (sellers.length > maxLookedUp) return { ids: undefined, haveFewProducts: false };
  const ids = sellers.map(({ id }) => id);
  const [counted] = await sql<{ products: number }[]>`
    select count(*)::integer as products from (
      select from products where seller_id = any(${ids}::uuid[]) and withdrawn_at is null limit ${fewProducts + 1}
    ) listed`;
  const haveFewProducts = (counted?.products ?? 0) <= fewProducts;
  const areNamed = haveFewProducts || ids.length <= maxCompared;
  return { ids: areNamed ? ids : undefined, haveFewProducts };
}
