import { createHash } from 'node:crypto';
import type { SubjectState } from '#contract/moderation/cases.ts';
import type { SubjectKind } from '#contract/moderation/moderation-terms.ts';
import type { ReportedContent } from '../../database/schema/cases.ts';
import { rawSql, type Sql } from '../../database/sql.ts';

/** What was reported, as it is now. */
export interface Subject {
  kind: SubjectKind;
  id: string;
  /** From whom it is. */
  personId: string;
  productId: string | null;
  content: ReportedContent;
  imageIds: readonly string[];
  state: SubjectState;
  /** Of content, pictures and state: it differs after every change. */
  version: string;
}

export interface SubjectReference {
  kind: SubjectKind;
  id: string;
}

interface Row {
  personId: string;
  productId: string | null;
  name: string;
  text: string | null;
  priceCents: number | null;
  rating: number | null;
  reply: string | null;
  imageIds: string[];
  state: SubjectState;
}

/** @returns undefined when it never was, or is gone: deleted, or its author was removed */
export async function readSubject(
  sql: Sql,
  { kind, id }: SubjectReference,
): Promise<Subject | undefined> {
  const [row] = await selections[kind](sql, id);
  if (!row) return undefined;
  const { personId, productId, name, text, priceCents, rating, reply, imageIds, state } = row;
  const content = {
    name,
    ...(text !== null && { text }),
    ...(priceCents !== null && { priceCents }),
    ...(rating !== null && { rating }),
    ...(reply !== null && { reply }),
  };
  const version = createHash('sha256')
    .update(JSON.stringify([content, imageIds, state]))
    .digest('base64url');
  return { kind, id, personId, productId, content, imageIds, state, version };
}

const picturesOfProduct = `array_prepend(p.image_id, array(
  select image_id from product_images where product_id = p.id order by position))`;
const stateOfProduct = `case
  when p.hidden_for is not null then 'hidden'
  when p.withdrawn_at is not null or p.status = 'sold' then 'ended' else 'visible' end`;

const selections: Record<SubjectKind, (sql: Sql, id: string) => Promise<Row[]>> = {
  product: (sql, id) => sql<Row[]>`
    select p.seller_id as "personId", p.id as "productId", p.name, p.description as text,
      p.price_cents as "priceCents", null as rating, null as reply,
      ${rawSql(picturesOfProduct)} as "imageIds",
      ${rawSql(stateOfProduct)} as state
    from products p join users u on u.id = p.seller_id and u.removed_at is null
    where p.id = ${id}`,
  // The same picture may be in several listings: the newest that is on sale.
  picture: (sql, id) => sql<Row[]>`
    select p.seller_id as "personId", p.id as "productId", p.name, null as text,
      null as "priceCents", null as rating, null as reply, array[i.id] as "imageIds",
      case when i.hidden_widths is not null then 'hidden'
        else ${rawSql(stateOfProduct)} end as state
    from images i
    join products p on p.image_id = i.id
      or exists (select from product_images f where f.product_id = p.id and f.image_id = i.id)
    join users u on u.id = p.seller_id and u.removed_at is null
    where i.id = ${id}
    order by p.withdrawn_at is not null, p.id desc limit 1`,
  message: (sql, id) => sql<Row[]>`
    select m.author_id as "personId", t.product_id as "productId", p.name, m.text,
      null as "priceCents", null as rating, null as reply,
      array(select image_id from evidence_images where subject_id = m.id order by position)
        as "imageIds",
      case when m.hidden_at is not null then 'hidden' else 'visible' end as state
    from messages m join threads t on t.id = m.thread_id join products p on p.id = t.product_id
    where m.id = ${id}`,
  review: (sql, id) => sql<Row[]>`
    select r.author_id as "personId", b.product_id as "productId", b.product_name as name, r.text,
      null as "priceCents", r.rating, r.reply, array[]::uuid[] as "imageIds",
      case when r.hidden_at is not null then 'hidden' else 'visible' end as state
    from reviews r join bookings b on b.id = r.booking_id
    join users u on u.id = r.author_id and u.removed_at is null
    where r.id = ${id} and r.deleted_at is null and r.published_at is not null`,
  user: (sql, id) => sql<Row[]>`
    select u.id as "personId", null as "productId", u.name, null as text, null as "priceCents",
      null as rating, null as reply,
      case when u.image_id is null then array[]::uuid[] else array[u.image_id] end as "imageIds",
      case when u.suspended_at is null then 'visible' else 'hidden' end as state
    from users u where u.id = ${id} and u.removed_at is null`,
};

/** Whether this person, or a guest, sees the subject and so can report it: a message is for the two sides of its thread. */
export async function isSeenBy(
  sql: Sql,
  { kind, id, state, personId }: Subject,
  viewerId: string | undefined,
): Promise<boolean> {
  if (state === 'hidden' && kind !== 'user') return false;
  if (kind === 'user' && viewerId === undefined) {
    // Guests know people from the pages of sellers.
    const found = await sql`select from users where id = ${personId} and role = 'seller'`;
    return found.length > 0;
  }
  if (kind !== 'message') return true;
  if (viewerId === undefined) return false;
  const found = await sql`
    select from messages m join threads t on t.id = m.thread_id
    where m.id = ${id} and ${viewerId} in (t.buyer_id, t.seller_id)`;
  return found.length > 0;
}
