import { totalmem } from 'node:os';
import type { Transport } from './transport.ts';

const MEGABYTE = 1024 ** 2;

/**
 * PostgreSQL's settings. They are passed at each start, so that they are those of this release and not of the one that created
 * the cluster. Statements and their values are not logged, because they contain personal data.
 */
export function serverSettings(transport: Transport, isDurable: boolean): string[] {
  const durably = isDurable ? 'on' : 'off';
  const settings: Record<string, string | number> = {
    ...listening(transport),
    fsync: durably,
    full_page_writes: durably,
    synchronous_commit: durably,
    max_connections: 100,
    shared_buffers: `${shareOfMemory(8, 64, 512)}MB`,
    effective_cache_size: `${shareOfMemory(2, 256, 8192)}MB`,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_file_mode: '0600',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_checkpoints: 'off',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function listening(transport: Transport): Record<string, string | number> {
  if (transport.kind === 'tcp') {
    return { listen_addresses: '127.0.0.1', port: transport.port, unix_socket_directories: '' };
  }
  // Relative to the cluster, the server's working directory: it needs no quoting, and a long path does no harm.
  const here = { unix_socket_directories: '.', unix_socket_permissions: '0700' };
  return { listen_addresses: '', port: transport.port, ...here };
}

/** A share of the memory that this process may use, within bounds, in megabytes. */
function shareOfMemory(part: number, least: number, most: number): number {
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const share = Math.floor(Math.min(totalmem(), limit) / part / MEGABYTE);
  return Math.min(most, Math.max(least, share));
}
