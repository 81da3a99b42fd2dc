/** No space left, a quota that is used up, and PostgreSQL's SQLSTATE for both. */
const codes: readonly unknown[] = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether an error, or what caused it, is a full disk: ours or that of the database. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AggregateError && error.errors.some(isDiskFull)) return true;
  if (!(error instanceof Error)) return false;
  return codes.includes((error as { code?: unknown }).code) || isDiskFull(error.cause);
}
