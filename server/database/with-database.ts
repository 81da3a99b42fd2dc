import { createLog } from '../core/log.ts';
import { findRunningDatabase, startEmbeddedDatabase } from './embedded.ts';
import { endOnSignals } from './end-on-signals.ts';

interface Wanted {
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** Whether the embedded one may be in use by a shop. Otherwise that is refused. */
  mayRun: boolean;
}

/**
 * Lets a program use the database of the shop. The embedded one is started for it, unless a shop runs on it.
 * @throws StartupError when the embedded one cannot be started
 */
export async function withDatabase<Result>(
  { databaseUrl, dataDir, mayRun }: Wanted,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const known = databaseUrl ?? (mayRun ? await findRunningDatabase(dataDir) : undefined);
  if (known !== undefined) return work(known);
  const finish = endOnSignals();
  const embedded = await startEmbeddedDatabase({ dataDir, log: createLog('warn') });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
    finish();
  }
}
