import { pipeline } from '../../database/pipeline.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockPresentUsers, lockUserExclusively } from '../users/lock-user.ts';

/**
 * Locks who writes, so that what they write is counted one after the other, and who reads it, so that they neither block the
 * writer nor are removed before the end. In the order of their ids, so that two people who write to each other do not deadlock.
 * @returns whether the reader has an account
 * @throws Problem not-signed-in when the writer was removed
 */
export async function lockWriterAndReader(
  tx: Tx,
  { writerId, readerId }: { writerId: string; readerId: string },
): Promise<boolean> {
  const lockWriter = () => lockUserExclusively(tx, writerId);
  const lockReader = () => lockPresentUsers(tx, [readerId]);
  if (writerId < readerId) {
    const [, readers] = await pipeline([lockWriter(), lockReader()]);
    return readers.length > 0;
  }
  const [readers] = await pipeline([lockReader(), lockWriter()]);
  return readers.length > 0;
}
