import { maxTaskCount, previewLength } from '#contract/constants.ts';
import type { Thread } from '#contract/messages/threads.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { threadNotFound } from './send-message.ts';
import { hasOpenDispute } from './thread-access.ts';
import { openUntil } from './thread-openness.ts';

export interface ThreadReader {
  sql: Sql;
  pictureOf: PictureOf;
}

interface Viewer {
  id: string;
  isAdmin: boolean;
}

interface ThreadFilter {
  productId?: string | undefined;
  bookingId?: string | undefined;
  /** How many to read at most. */
  count: number;
  /** As the page before gave it: whether its last thread had unread messages, and that thread's newest message. */
  cursor?: string | undefined;
}

interface Place {
  threadId: string;
  lastMessageId: string;
  hasUnread: boolean;
}

/**
 * The threads of a user, those with unread messages first, then by their newest message. With a booking, admins get its
 * thread while a dispute about it is open.
 */
export async function listThreads(
  reader: ThreadReader,
  { viewer, at }: { viewer: Viewer; at: Date },
  { count, cursor, ...about }: ThreadFilter,
): Promise<{ items: Thread[]; nextCursor: string | undefined }> {
  const { sql } = reader;
  const places = await sql<Place[]>`
    select s.thread_id as "threadId", s.last_message_id as "lastMessageId",
      s.unread > 0 as "hasUnread"
    from thread_sides s
    where s.user_id = ${viewer.id} ${isAbout(sql, about)}
      ${cursor === undefined ? sql`` : isAfter(sql, cursor)}
    order by (s.unread > 0) desc, s.last_message_id desc limit ${count + 1}`;
  const page = places.slice(0, count);
  const last = places.length > count ? page.at(-1) : undefined;
  const own = page.map(({ threadId }) => threadId);
  const threads = await readThreads(reader, { viewer, at }, sql`t.id = any(${own}::uuid[])`);
  const byId = new Map(threads.map((thread) => [thread._id, thread]));
  const items = own.flatMap((id) => byId.get(id) ?? []);
  if (items.length === 0 && viewer.isAdmin && about.bookingId !== undefined) {
    const isDisputed = sql`(t.product_id, t.buyer_id) = (
      select product_id, buyer_id from bookings where id = ${about.bookingId}
    ) and ${hasOpenDispute(sql)}`;
    items.push(...(await readThreads(reader, { viewer, at }, isDisputed)));
  }
  return { items, nextCursor: last && `${last.hasUnread ? 1 : 0}.${last.lastMessageId}` };
}

/**
 * One thread, for its two sides, and for admins while a dispute about its booking is open.
 * @throws Problem not-found
 */
export async function readThread(
  reader: ThreadReader,
  { viewer, at }: { viewer: Viewer; at: Date },
  id: string,
): Promise<Thread> {
  const { sql } = reader;
  const isDisputed = viewer.isAdmin ? sql`or ${hasOpenDispute(sql)}` : sql``;
  const [thread] = await readThreads(
    reader,
    { viewer, at },
    sql`t.id = ${id} and (${viewer.id} in (t.buyer_id, t.seller_id) ${isDisputed})`,
  );
  if (!thread) throw threadNotFound();
  return thread;
}

/** How many threads of a user have unread messages, counting up to `maxTaskCount`. */
export async function countUnreadThreads(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from thread_sides s where s.user_id = ${userId} and (s.unread > 0) = true
      limit ${maxTaskCount}
    ) unread`;
  return row?.count ?? 0;
}

function isAbout(
  sql: Sql,
  { productId, bookingId }: Pick<ThreadFilter, 'productId' | 'bookingId'>,
) {
  const conditions: Fragment[] = [];
  if (productId !== undefined) conditions.push(sql`t.product_id = ${productId}`);
  if (bookingId !== undefined) {
    conditions.push(sql`(t.product_id, t.buyer_id) = (
      select product_id, buyer_id from bookings where id = ${bookingId})`);
  }
  if (conditions.length === 0) return sql``;
  const all = conditions.reduce((some, one) => sql`${some} and ${one}`);
  return sql`and s.thread_id in (select t.id from threads t where ${all})`;
}

function isAfter(sql: Sql, cursor: string): Fragment {
  const [hasUnread, lastMessageId = ''] = cursor.split('.');
  return sql`and ((s.unread > 0), s.last_message_id) < (${hasUnread === '1'}, ${lastMessageId}::uuid)`;
}

interface ThreadRow extends ImageColumns {
  id: string;
  productId: string;
  productName: string;
  priceCents: number;
  state: Thread['product']['state'];
  buyerId: string;
  buyerName: string;
  isBuyerRemoved: boolean;
  sellerId: string;
  sellerName: string;
  isSellerRemoved: boolean;
  bookingId: string | null;
  isOver: boolean;
  closesAt: Date | null;
  /** By a block, for all but the blocked one, who is not told. */
  isClosed: boolean;
  blockId: string | null;
  unread: number | null;
  last: { text: string; authorId: string; createdAt: string } | null;
  createdAt: Date;
}

/** In no order. Subqueries instead of joins: so many joins take longer to plan than to run. */
async function readThreads(
  { sql, pictureOf }: ThreadReader,
  { viewer, at }: { viewer: Viewer; at: Date },
  condition: Fragment,
): Promise<Thread[]> {
  const rows = await sql<ThreadRow[]>`
    select t.id, t.product_id as "productId", p.name as "productName",
      p.price_cents as "priceCents", ${stateOfListing(sql, at)} as state,
      t.buyer_id as "buyerId", buyer.name as "buyerName",
      buyer.removed_at is not null as "isBuyerRemoved",
      t.seller_id as "sellerId", seller.name as "sellerName",
      seller.removed_at is not null as "isSellerRemoved", t.created_at as "createdAt",
      ${openUntil(sql, at)} is null as "isOver",
      nullif(${openUntil(sql, at)}, 'infinity') as "closesAt",
      exists (
        select from blocks
        where blocker_id = t.buyer_id and blocked_id = t.seller_id and t.seller_id <> ${viewer.id}
          or blocker_id = t.seller_id and blocked_id = t.buyer_id and t.buyer_id <> ${viewer.id}
      ) as "isClosed",
      (
        select id from blocks where blocker_id = ${viewer.id}
          and blocked_id in (t.buyer_id, t.seller_id) and ${viewer.id} in (t.buyer_id, t.seller_id)
      ) as "blockId",
      (
        select id from bookings
        where product_id = t.product_id and buyer_id = t.buyer_id
          and (state in ('paid', 'returned') or state = 'held' and hold_expires_at > ${at})
        order by id desc limit 1
      ) as "bookingId",
      (
        select unread from thread_sides where thread_id = t.id and user_id = ${viewer.id}
      ) as unread,
      (
        select json_build_object('text',
          case when hidden_at is null or author_id = ${viewer.id} then left(text, ${previewLength}) else '' end,
          'authorId', author_id, 'createdAt', created_at)
        from messages where thread_id = t.id order by id desc limit 1
      ) as last, ${imageColumns}
    from threads t
    join products p on p.id = t.product_id
    join images i on i.id = p.image_id
    join users buyer on buyer.id = t.buyer_id
    join users seller on seller.id = t.seller_id
    where ${condition}`;
  return rows.map((row) => threadFrom(row, viewer.id, pictureOf));
}

function stateOfListing(sql: Sql, at: Date): Fragment {
  return sql`case
    when p.withdrawn_at is not null then 'withdrawn'
    when p.status = 'sold' then 'sold'
    when exists (
      select from bookings b
      where b.product_id = p.id and b.state = 'held' and b.hold_expires_at > ${at}
    ) then 'held'
    else 'on-sale' end`;
}

function threadFrom(row: ThreadRow, viewerId: string, pictureOf: PictureOf): Thread {
  const { url: image, picture } = pictureOf(imageFrom(row));
  const sideOf = (userId: string) => (userId === row.buyerId ? 'buyer' : 'seller');
  const isSide = viewerId === row.buyerId || viewerId === row.sellerId;
  const isOpen = !row.isOver && !row.isClosed;
  const { last } = row;
  return {
    _id: row.id,
    product: {
      _id: row.productId,
      name: row.productName,
      image,
      picture,
      price: toMajorUnits(row.priceCents),
      state: row.state,
    },
    side: isSide ? sideOf(viewerId) : undefined,
    buyer: { _id: row.buyerId, name: row.buyerName, isRemoved: row.isBuyerRemoved },
    seller: { _id: row.sellerId, name: row.sellerName, isRemoved: row.isSellerRemoved },
    bookingId: row.bookingId ?? undefined,
    isOpen,
    openUntil: isOpen ? row.closesAt?.toISOString() : undefined,
    blockId: row.blockId ?? undefined,
    unread: row.unread ?? 0,
    lastMessage:
      last && isSide
        ? {
            text: last.text,
            author: sideOf(last.authorId),
            time: new Date(last.createdAt).toISOString(),
          }
        : undefined,
    time: row.createdAt.toISOString(),
  };
}
