/**
 * The server is unreachable, starting, stopping, out of connections or room (SQLSTATE classes 08, 53, 57) or a standby
 * (25006), or a disk is full.
 */
const outages =
  /^(08|53|57|25006)|^(CONNECT_TIMEOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS)$/;

/**
 * Whether what failed can succeed later without a change of the request: the database is away, or a disk is full. Checks
 * its causes too.
 */
export function isOutage(error: unknown): boolean {
  const { code, syscall, cause } = (error ?? {}) as {
    code?: unknown;
    syscall?: unknown;
    cause?: unknown;
  };
  if (typeof code === 'string' && outages.test(code)) return true;
  // A missing socket means that the database does not run; any other missing file is our fault.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return cause instanceof Error && isOutage(cause);
}
