import { createHash } from 'node:crypto';
import { threadLimits } from '#contract/constants.ts';
import { msg, plural, type Text } from '#contract/text.ts';
import { lowestIdAt } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Refuses a user who begins too many threads. The caller has locked them exclusively.
 * @throws Problem too-many-requests
 */
export async function requireFewThreads(tx: Tx, userId: string, at: Date): Promise<void> {
  const { perDay, newAccount } = threadLimits;
  const dayAgo = new Date(at.getTime() - dayMs);
  const recent = await tx.sql<{ createdAt: Date; isNew: boolean }[]>`
    select t.created_at as "createdAt", u.created_at > ${dayAgo} as "isNew"
    from threads t join users u on u.id = t.started_by
    where t.started_by = ${userId} and t.created_at > ${dayAgo}
    order by t.created_at desc limit ${perDay}`;
  const limits: { count: number; ms: number; detail: Text }[] = [
    {
      count: perDay,
      ms: dayMs,
      detail: msg`You can start ${plural(perDay, { one: '# conversation', other: '# conversations' })} a day. Please continue later.`,
    },
  ];
  if (recent[0]?.isNew) {
    const { threads: count, minutes } = newAccount;
    limits.unshift({
      count,
      ms: minutes * 60_000,
      detail: msg`You can start ${plural(count, { one: '# conversation', other: '# conversations' })} in ${plural(minutes, { one: '# minute', other: '# minutes' })} from a new account. Please continue later.`,
    });
  }
  for (const { count, ms, detail } of limits) {
    const oldest = recent[count - 1];
    const endsInMs = oldest ? oldest.createdAt.getTime() + ms - at.getTime() : 0;
    if (endsInMs <= 0) continue;
    throw new Problem('too-many-requests', detail, {
      reason: 'too-many-threads',
      retryAfterSeconds: Math.ceil(endsInMs / 1_000),
    });
  }
}

/**
 * Refuses a person who writes too much to one other. The caller has locked them exclusively.
 * @throws Problem too-many-requests
 */
export async function requireFewMessages(
  tx: Tx,
  { threadId, authorId }: { threadId: string; authorId: string },
  at: Date,
): Promise<void> {
  const { messagesPerHour: count } = threadLimits;
  const [oldest] = await tx.sql<{ createdAt: Date }[]>`
    select created_at as "createdAt" from messages
    where thread_id = ${threadId} and author_id = ${authorId}
      and id >= ${lowestIdAt(at.getTime() - hourMs)}
    order by id desc offset ${count - 1} limit 1`;
  if (!oldest) return;
  throw new Problem(
    'too-many-requests',
    msg`You can write ${plural(count, { one: '# message', other: '# messages' })} an hour in one conversation. Please continue later.`,
    {
      reason: 'too-many-messages',
      retryAfterSeconds: Math.ceil((oldest.createdAt.getTime() + hourMs - at.getTime()) / 1_000),
    },
  );
}

/**
 * Refuses a text that its author has sent to five other people within a day. The caller has locked them exclusively.
 * @throws Problem too-many-requests
 */
export async function requireOwnWords(
  tx: Tx,
  { authorId, readerId, digest }: { authorId: string; readerId: string; digest: string },
  at: Date,
): Promise<void> {
  const readers = await tx.sql<{ last: Date }[]>`
    select max(m.created_at) as last
    from messages m join threads t on t.id = m.thread_id
    where m.author_id = ${authorId} and m.text_digest = ${digest}
      and m.created_at > ${new Date(at.getTime() - dayMs)}
      and ${readerId} not in (t.buyer_id, t.seller_id)
    group by case m.author_id when t.buyer_id then t.seller_id else t.buyer_id end
    order by last desc limit ${threadLimits.sameTextPeoplePerDay}`;
  const oldest = readers[threadLimits.sameTextPeoplePerDay - 1];
  if (!oldest) return;
  throw new Problem(
    'too-many-requests',
    msg`You have sent this text to ${plural(threadLimits.sameTextPeoplePerDay, { one: '# person', other: '# people' })} today. Write a different message to others.`,
    {
      reason: 'same-text',
      retryAfterSeconds: Math.ceil((oldest.last.getTime() + dayMs - at.getTime()) / 1_000),
    },
  );
}

/** The same for texts that differ in capitals, spaces and punctuation only. Of signs alone all that is there counts. */
export function digestOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
  return createHash('sha256')
    .update(letters || text)
    .digest('base64url');
}
