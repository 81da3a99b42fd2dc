import { DatabaseError } from 'pg';

/** The SQLSTATE of a failed statement, or of its cause; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return databaseError(error)?.code;
}

/**
 * Whether the server refused a prepared statement without running it: it no longer knows the statement, or a migration
 * has changed the columns that the statement returns.
 */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = databaseError(error) ?? {};
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

/**
 * Whether a statement failed only because an earlier one of its transaction had failed: the transaction is aborted, or the
 * failed statement should have prepared this one.
 */
export function isFailureOfAnEarlierStatement(error: unknown): boolean {
  const state = sqlState(error);
  return state === '25P02' || state === '26000';
}

/** The unique index in which a statement would have made a duplicate; undefined for other errors. */
export function violatedUniqueIndex(error: unknown): string | undefined {
  const { code, constraint } = databaseError(error) ?? {};
  return code === '23505' ? constraint : undefined;
}

/**
 * Whether the connection cannot be used after this error: the server closes it, because it shuts down or has waited too
 * long for us, or the server has become a standby.
 */
export function endsConnection(error: unknown): boolean {
  return /^(08|57P|25P03|25006)/.test(sqlState(error) ?? '');
}

function databaseError(error: unknown): DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseError) return cause;
  }
  return undefined;
}
