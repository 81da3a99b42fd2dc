import type { Message } from '#contract/messages/threads.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { lockUser } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { threadNotFound } from './send-message.ts';
import { hasOpenDispute } from './thread-access.ts';

interface MessagePart {
  threadId: string;
  /** How many to read at most. */
  count: number;
  /** Only messages with a smaller id, that is, older ones. */
  before: string;
}

interface MessageRow {
  id: string;
  authorId: string;
  buyerId: string;
  text: string;
  language: string | null;
  contact: Message['contact'];
  createdAt: Date;
  images: JoinedImage[];
  clips: ClipColumns[];
  isHidden: boolean;
}

/**
 * The messages of a thread for one of its sides, newest first.
 * @returns undefined for everyone else
 */
export async function listMessages(
  reader: { sql: Sql; evidenceLinks: EvidenceLinks },
  userId: string,
  part: MessagePart,
): Promise<Message[] | undefined> {
  const [thread] = await reader.sql`
    select from threads where id = ${part.threadId} and ${userId} in (buyer_id, seller_id)`;
  return thread && selectMessages(reader, part, userId);
}

/**
 * The same for an admin who is neither side, while a dispute about the booking of the two is open. Each look writes an audit
 * entry.
 * @throws Problem not-found; not-signed-in when the admin was removed
 */
export async function listMessagesForDispute(
  tx: Tx,
  { evidenceLinks }: { evidenceLinks: EvidenceLinks },
  adminId: string,
  part: MessagePart,
  at: Date,
): Promise<Message[]> {
  const { role } = await lockUser(tx, adminId, 'cases');
  const [thread] = await tx.sql<
    { buyerId: string; name: string; email: string; productId: string; productName: string }[]
  >`
    select t.buyer_id as "buyerId", u.name, u.email, p.id as "productId", p.name as "productName"
    from threads t join users u on u.id = t.buyer_id join products p on p.id = t.product_id
    where t.id = ${part.threadId} and ${hasOpenDispute(tx.sql)}`;
  if (role !== 'admin' || !thread) throw threadNotFound();
  const { buyerId, name, email, productId, productName } = thread;
  const subject = { id: buyerId, name, email };
  const product = { id: productId, name: productName };
  await writeAuditEntry(tx, { action: 'messages-read', actorId: adminId, subject, product }, at);
  return selectMessages({ sql: tx.sql, evidenceLinks }, part);
}

async function selectMessages(
  { sql, evidenceLinks }: { sql: Sql; evidenceLinks: EvidenceLinks },
  { threadId, count, before }: MessagePart,
  /** Does not read what a decision of the admins hides, unless they wrote it. Missing: an admin. */
  readerId?: string,
): Promise<Message[]> {
  const rows = await sql<MessageRow[]>`
    select m.id, m.author_id as "authorId", t.buyer_id as "buyerId", m.text, m.contact, author.language,
      m.hidden_at is not null as "isHidden", m.created_at as "createdAt", ${selectEvidence(sql, 'm.id')} as images,
      ${selectClips(sql, 'm.id')} as clips
    from messages m join threads t on t.id = m.thread_id join users author on author.id = m.author_id
    where m.thread_id = ${threadId} and m.id < ${before} order by m.id desc limit ${count}`;
  return rows.map(
    ({ id, authorId, buyerId, text, language, contact, createdAt, images, clips, isHidden }) => {
      const isReadable = !isHidden || readerId === undefined || readerId === authorId;
      return {
        _id: id,
        author: authorId === buyerId ? 'buyer' : 'seller',
        text: isReadable ? text : '',
        language: language ?? undefined,
        images: isReadable ? evidenceAddresses(images, evidenceLinks) : [],
        clips: isReadable ? evidenceClipsFrom(clips, evidenceLinks) : undefined,
        contact: isReadable ? contact : [],
        time: createdAt.toISOString(),
        ...(isHidden && { hidden: true as const }),
      };
    },
  );
}
