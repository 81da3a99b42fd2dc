import type { ExportedThread } from '#contract/users/user-export.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import type { Sql } from '../../database/sql.ts';
import { evidenceClipsFrom } from '../clips/clip-address.ts';
import { type ClipColumns, selectClips } from '../clips/clip-row.ts';
import { evidenceAddresses, selectEvidence } from '../images/evidence-images.ts';
import type { EvidenceLinks } from '../images/evidence-links.ts';
import { type PageRequest, pagesOf } from './json-stream.ts';

interface ThreadReader {
  sql: Sql;
  evidenceLinks: EvidenceLinks;
}

interface ThreadRow {
  id: string;
  productId: string;
  name: string;
  buyerId: string;
  createdAt: Date;
}

interface MessageRow {
  id: string;
  threadId: string;
  authorId: string;
  text: string;
  images: JoinedImage[];
  clips: ClipColumns[];
  createdAt: Date;
}

/** The threads of a user, newest first, with all that both sides wrote, for `exportUser`. */
export function exportThreads(
  reader: ThreadReader,
  userId: string,
): AsyncIterable<ExportedThread[]> {
  return pagesOf(
    (request) => readPage(reader, userId, request),
    (row) => threadFrom(row, userId, reader.evidenceLinks),
  );
}

interface WholeThread extends ThreadRow {
  messages: MessageRow[];
}

async function readPage(
  { sql }: ThreadReader,
  userId: string,
  { cursor, count }: PageRequest,
): Promise<WholeThread[]> {
  const threads = await sql<ThreadRow[]>`
    select t.id, t.product_id as "productId", p.name, t.buyer_id as "buyerId",
      t.created_at as "createdAt"
    from thread_sides s join threads t on t.id = s.thread_id join products p on p.id = t.product_id
    where s.user_id = ${userId} and t.id < ${cursor} order by t.id desc limit ${count}`;
  const messages = await sql<MessageRow[]>`
    select m.id, m.thread_id as "threadId", m.author_id as "authorId",
      case when m.hidden_at is null or m.author_id = ${userId} then m.text else '' end as text,
      case when m.hidden_at is null or m.author_id = ${userId}
        then ${selectEvidence(sql, 'm.id')} else '[]' end as images,
      case when m.hidden_at is null or m.author_id = ${userId}
        then ${selectClips(sql, 'm.id')} else '[]' end as clips, m.created_at as "createdAt"
    from messages m where m.thread_id = any(${threads.map(({ id }) => id)}::uuid[]) order by m.id`;
  const whole = new Map(threads.map((row) => [row.id, { ...row, messages: [] as MessageRow[] }]));
  for (const message of messages) whole.get(message.threadId)?.messages.push(message);
  return [...whole.values()];
}

function threadFrom(
  { id, productId, name, buyerId, createdAt, messages }: WholeThread,
  userId: string,
  evidenceLinks: EvidenceLinks,
): ExportedThread {
  const sideOf = (person: string) => (person === buyerId ? 'buyer' : 'seller');
  return {
    _id: id,
    productId,
    name,
    side: sideOf(userId),
    time: createdAt.toISOString(),
    messages: messages.map((message) => ({
      _id: message.id,
      author: sideOf(message.authorId),
      text: message.text,
      images: evidenceAddresses(message.images, evidenceLinks),
      clips: evidenceClipsFrom(message.clips, evidenceLinks),
      time: message.createdAt.toISOString(),
    })),
  };
}
