import { LRUCache } from 'lru-cache';
import type { Sql } from '../../database/sql.ts';

/**
 * Who may load a picture: everyone, and caches may store it; anyone who knows its address, as long as nothing refers to
 * it; no one, when it belongs to a return or a dispute alone, or to a person who was removed.
 */
export type PictureAccess = 'public' | 'unused' | 'none';

/** The time for which a picture stays public for this server after it was blanked, or hidden by a decision. */
const publicForMs = 2_000;

/** Reads who may load a picture. What is public is remembered for a while, so that a picture on many pages costs one read. */
export function createPictureAccess(sql: Sql): (id: string) => Promise<PictureAccess> {
  const known = new LRUCache<string, PictureAccess>({ max: 20_000, ttl: publicForMs });
  return async (id) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const [row] = await sql<{ access: PictureAccess }[]>`
      select case
        when cardinality(widths) = 0 then 'none'
        when exists (select from products where image_id = i.id)
          or exists (select from product_images where image_id = i.id)
          or exists (select from users where image_id = i.id)
          or exists (select from bookings where image_id = i.id) then 'public'
        when exists (select from evidence_images where image_id = i.id) then 'none'
        else 'unused' end as access
      from images i where id = ${id}`;
    const access = row?.access ?? 'none';
    if (access === 'public') known.set(id, access);
    return access;
  };
}

export interface EvidenceImage {
  id: string;
  width: number;
  externalUrl: string | null;
}

/** A picture of a return, a dispute, a message or a case, or of a listing that admins look at; undefined for every other. */
export async function findEvidenceImage(sql: Sql, id: string) {
  const [image] = await sql<EvidenceImage[]>`
    select id, width, external_url as "externalUrl" from images
    where id = ${id} and (cardinality(widths) > 0 or hidden_widths is not null)
      and (exists (select from evidence_images where image_id = images.id)
        or exists (select from products where image_id = images.id)
        or exists (select from product_images where image_id = images.id))`;
  return image;
}
