import { rawSql, type Sql } from '../../database/sql.ts';
import type { Fingerprint } from '../../providers/images/port.ts';

/** The number of bits by which the fingerprints of two pictures may differ that are looked at. */
export const nearBits = 8;
/** With so many at most they are the same picture. */
export const sameBits = 3;

const partBits = 16;
const shifts = [48, 32, 16, 0];
/**
 * Of up to 7 bits that differ, one of four parts has at most one. So do 95 of 100 pairs that differ in 8; with two bits in each part,
 * which would find all of them, a lookup takes eight times as long.
 */
const bitsOfPart = 1;

const masks = makeMasks();

interface NearPicture {
  id: string;
  distance: number;
}

/**
 * The pictures whose fingerprint, or that of their mirror image, differs from this one in at most `nearBits`: exactly those.
 * Each of the four indexed parts is looked up with all of its variants.
 */
export function findNearPictures(
  sql: Sql,
  { bits, mirrored }: Fingerprint,
): Promise<NearPicture[]> {
  return sql<NearPicture[]>`
    select id, min(distance)::int as distance from (
      ${candidates(sql, bits)} union all ${candidates(sql, mirrored)}
    ) found where distance <= ${nearBits}
    group by id order by 2, 1`;
}

function candidates(sql: Sql, bits: bigint) {
  const parts = shifts.map((shift) => {
    const part = Number(BigInt.asUintN(partBits, bits >> BigInt(shift)));
    const variants = masks.map((mask) => part ^ mask);
    return sql`((fingerprint >> ${rawSql(String(shift))}) & 65535) = any(${variants}::bigint[])`;
  });
  const isCandidate = parts.reduce((all, one) => sql`${all} or ${one}`);
  return sql`
    select id, length(replace(((fingerprint # (${String(bits)}::text)::bigint)::bit(64))::text, '0', '')) as distance
    from images where fingerprint is not null and (${isCandidate})`;
}

/** All numbers of 16 bits with at most `bitsOfPart` bits. */
function makeMasks(): number[] {
  let found = [0];
  for (let bits = 0; bits < bitsOfPart; bits += 1) {
    found = [
      ...new Set(
        found.flatMap((mask) => [
          mask,
          ...Array.from({ length: partBits }, (_, place) => mask | (1 << place)),
        ]),
      ),
    ];
  }
  return found;
}
