import type { Sql, SqlValue } from '../../database/sql.ts';

/**
 * Whether one of these two people has blocked the other, whichever it was. Who writes or offers on the answer locks both people
 * first (`lockPresentUsers`), because blocking locks the blocker: then none of it happens after the block.
 * @param oneUserId as the other, a value or a subquery
 */
export async function isBlocked(
  { sql }: { sql: Sql },
  oneUserId: SqlValue,
  otherUserId: SqlValue,
): Promise<boolean> {
  const [row] = await sql`
    select from blocks
    where blocker_id = ${oneUserId} and blocked_id = ${otherUserId}
      or blocker_id = ${otherUserId} and blocked_id = ${oneUserId}
    limit 1`;
  return row !== undefined;
}
