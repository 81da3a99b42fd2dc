import type { Database } from '../../database/connection.ts';
import type { pausedTopics } from '../../database/schema/mails.ts';
import { type Tx, transaction } from '../../database/transaction.ts';

type Topic = (typeof pausedTopics)[number];

/** A user who has not looked for this time is mailed again. */
const longestPauseDays = 7;

/**
 * Starts a pause of the mails to a person about what another one does, and says whether this one is still sent: no pause
 * was there, because the reader has looked since the last mail.
 */
export async function startMailPause(
  tx: Tx,
  { readerId, topic, causedBy }: { readerId: string; topic: Topic; causedBy: string },
  at: Date,
): Promise<boolean> {
  const longAgo = new Date(at.getTime() - longestPauseDays * 86_400_000);
  const started = await tx.sql`
    insert into mail_pauses as pause (reader_id, topic, caused_by, mailed_at)
    values (${readerId}, ${topic}, ${causedBy}, ${at})
    on conflict (reader_id, topic, caused_by) do update set mailed_at = excluded.mailed_at
      where pause.mailed_at <= ${longAgo}
    returning topic`;
  return started.length > 0;
}

/** Ends the pauses of a person who looks at what the mails were about. */
export async function endMailPauses(
  database: Pick<Database, 'sql' | 'transaction'>,
  readerId: string,
  topic: Topic,
): Promise<void> {
  const paused = await database.sql`
    select from mail_pauses where reader_id = ${readerId} and topic = ${topic} limit 1`;
  if (paused.length === 0) return;
  await transaction(database, async (tx) => {
    tx.write`delete from mail_pauses where reader_id = ${readerId} and topic = ${topic}`;
  });
}

/** Deletes the pauses of a person who is being removed, on both sides. */
export function removeMailPauses(tx: Tx, userId: string): void {
  tx.write`delete from mail_pauses where reader_id = ${userId}`;
  tx.write`delete from mail_pauses where caused_by = ${userId}`;
}
