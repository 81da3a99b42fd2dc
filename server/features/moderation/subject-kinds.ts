import type { SubjectState } from '#contract/moderation/cases.ts';
import type { SubjectKind } from '#contract/moderation/moderation-terms.ts';
import { t } from '#contract/text.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { countReviews } from '../reviews/publish-reviews.ts';
import { hideListings, lockListings, showListing } from './hide-listings.ts';
import { hidePicture, showPicture } from './hide-picture.ts';

export interface SubjectRow {
  personId: string;
  productId: string | null;
  name: string;
  text: string | null;
  priceCents: number | null;
  rating: number | null;
  reply: string | null;
  imageIds: string[];
  clips: ClipColumns[];
  state: SubjectState;
}

export interface Reference {
  id: string;
  /** From whom it is. */
  personId: string;
}

interface KindOfSubject {
  /** Reads it, unless it never was, or is gone: deleted, or its author was removed. */
  select: (sql: Sql, id: string) => Promise<SubjectRow[]>;
  /** Whether this person, or a guest, sees it while it is not hidden, and so can report it. */
  isSeenBy: (sql: Sql, subject: Reference, viewerId: string | undefined) => Promise<boolean>;
  /** What hiding and showing it again do. The caller has locked the person. */
  hide: (tx: Tx, subject: Reference, outcome: 'hidden' | 'removed', at: Date) => Promise<void>;
  show: (tx: Tx, subject: Reference, at: Date) => Promise<void>;
  /** The listings that are hidden with it, as a condition on `products p`; undefined when there are none. */
  listings: (sql: Sql, subject: Reference) => Fragment | undefined;
  /** Names it in the middle of a sentence to its person. */
  text: (name: string) => string;
}

type Row = SubjectRow;

const picturesOfProduct = `array_prepend(p.image_id, array(
  select image_id from product_images where product_id = p.id order by position))`;
/** Of `products p`. */
export const stateOfProduct = `case
  when p.hidden_for is not null then 'hidden'
  when p.withdrawn_at is not null or p.status = 'sold' then 'ended' else 'visible' end`;

const forEverybody = async () => true;
const noListings = () => undefined;

/** What each kind of subject of a case means. An account is not hidden: its person is limited or suspended. */
export const kindsOfSubject: Record<SubjectKind, KindOfSubject> = {
  product: {
    select: (sql, id) => sql<Row[]>`
      select p.seller_id as "personId", p.id as "productId", p.name, p.description as text,
        p.price_cents as "priceCents", null as rating, null as reply,
        ${rawSql(picturesOfProduct)} as "imageIds", ${selectClips(sql, 'p.id')} as clips,
        ${rawSql(stateOfProduct)} as state
      from products p join users u on u.id = p.seller_id and u.removed_at is null
      where p.id = ${id}`,
    isSeenBy: forEverybody,
    async hide(tx, { id }, outcome, at) {
      await lockListings(tx, tx.sql`id = ${id}`);
      await hideListings(tx, tx.sql`id = ${id}`, outcome, at);
    },
    show: (tx, { id }, at) => showListing(tx, id, at),
    listings: (sql, { id }) => sql`p.id = ${id}`,
    text: (name) => t`your listing ‘${name}’`,
  },
  picture: {
    // The same picture may be in several listings: the newest that is on sale.
    select: (sql, id) => sql<Row[]>`
      select p.seller_id as "personId", p.id as "productId", p.name, null as text,
        null as "priceCents", null as rating, null as reply, array[i.id] as "imageIds", '[]'::json as clips,
        case when i.hidden_widths is not null then 'hidden'
          else ${rawSql(stateOfProduct)} end as state
      from images i
      join products p on p.image_id = i.id
        or exists (select from product_images f where f.product_id = p.id and f.image_id = i.id)
      join users u on u.id = p.seller_id and u.removed_at is null
      where i.id = ${id}
      order by p.withdrawn_at is not null, p.id desc limit 1`,
    isSeenBy: forEverybody,
    hide: (tx, { id, personId }, outcome, at) =>
      hidePicture(tx, { imageId: id, personId }, outcome, at),
    show: (tx, { id, personId }, at) => showPicture(tx, { imageId: id, personId }, at),
    // A listing whose only picture it is goes with it.
    listings: (sql, { id, personId }) => sql`p.image_id = ${id} and p.seller_id = ${personId}
      and not exists (select from product_images where product_id = p.id)`,
    text: (name) => t`a picture of your listing ‘${name}’`,
  },
  message: {
    select: (sql, id) => sql<Row[]>`
      select m.author_id as "personId", t.product_id as "productId", p.name, m.text,
        null as "priceCents", null as rating, null as reply,
        array(select image_id from evidence_images where subject_id = m.id order by position)
          as "imageIds", ${selectClips(sql, 'm.id')} as clips,
        case when m.hidden_at is not null then 'hidden' else 'visible' end as state
      from messages m join threads t on t.id = m.thread_id join products p on p.id = t.product_id
      where m.id = ${id}`,
    async isSeenBy(sql, { id }, viewerId) {
      if (viewerId === undefined) return false;
      const found = await sql`
        select from messages m join threads t on t.id = m.thread_id
        where m.id = ${id} and ${viewerId} in (t.buyer_id, t.seller_id)`;
      return found.length > 0;
    },
    async hide(tx, { id }, _outcome, at) {
      tx.write`update messages set hidden_at = ${at} where id = ${id}`;
    },
    async show(tx, { id }) {
      tx.write`update messages set hidden_at = null where id = ${id}`;
    },
    listings: noListings,
    text: (name) => t`a message that you wrote about ‘${name}’`,
  },
  review: {
    select: (sql, id) => sql<Row[]>`
      select r.author_id as "personId", b.product_id as "productId", b.product_name as name, r.text,
        null as "priceCents", r.rating, r.reply, array[]::uuid[] as "imageIds", '[]'::json as clips,
        case when r.hidden_at is not null then 'hidden' else 'visible' end as state
      from reviews r join bookings b on b.id = r.booking_id
      join users u on u.id = r.author_id and u.removed_at is null
      where r.id = ${id} and r.deleted_at is null and r.published_at is not null`,
    isSeenBy: forEverybody,
    hide: (tx, { id }, _outcome, at) => setReviewHidden(tx, id, at, at),
    show: (tx, { id }, at) => setReviewHidden(tx, id, null, at),
    listings: noListings,
    text: (name) => t`your review of the sale of ‘${name}’`,
  },
  user: {
    select: (sql, id) => sql<Row[]>`
      select u.id as "personId", null as "productId", u.name, u.about as text, null as "priceCents",
        null as rating, null as reply,
        case when u.image_id is null then array[]::uuid[] else array[u.image_id] end as "imageIds",
        '[]'::json as clips,
        case when u.suspended_at is null then 'visible' else 'hidden' end as state
      from users u where u.id = ${id} and u.removed_at is null`,
    async isSeenBy(sql, { personId }, viewerId) {
      if (viewerId !== undefined) return true;
      // Guests know people from the pages of sellers.
      const found = await sql`select from users where id = ${personId} and role = 'seller'`;
      return found.length > 0;
    },
    hide: async () => {},
    show: async () => {},
    listings: noListings,
    text: () => t`how you use this shop`,
  },
};

/** The average of whom it is about counts it, or does not, so that person is locked too: the other of the two sides is. */
async function setReviewHidden(tx: Tx, id: string, hiddenAt: Date | null, at: Date): Promise<void> {
  const [review] = await tx.sql<{ subjectId: string }[]>`
    update reviews set hidden_at = ${hiddenAt} where id = ${id}
    returning subject_id as "subjectId"`;
  if (review) countReviews(tx, [review.subjectId], at);
}
