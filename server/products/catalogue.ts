import type { Sql } from 'postgres';
import { catalogueChanges } from '../database/schema/shop.ts';
import type { Tx } from '../database/transaction.ts';
import { newId } from '../ids.ts';

/** The tag of every list of products. */
export const listsTag = 'lists';
export const productTag = (productId: string) => `product:${productId}`;

/**
 * Notes, in the transaction that changes it, that a product (or with null more than one) looks different now.
 * Whoever changes what the catalogue shows calls this: servers forget remembered answers by it.
 */
export async function noteCatalogueChange(
  tx: Tx,
  productId: string | null,
  at: Date,
): Promise<void> {
  await tx.insert(catalogueChanges).values({ id: newId(at), productId });
}

/** What a server does about changes of the catalogue. */
export interface CatalogueListener {
  forget(tags: Iterable<string>): void;
  forgetAll(): void;
}

/** Keeps one server's memory of the catalogue true to the database. */
export interface CatalogueWatch {
  /** Looks for changes now; resolves when the listener has heard of all that were committed before the call. */
  catchUp(): Promise<void>;
  /** Whether the last look is recent enough to trust what is remembered. */
  isCurrent(): boolean;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WatchParts {
  sql: Sql;
  listener: CatalogueListener;
  /** Milliseconds that have passed, whatever happens to the time of day. */
  elapsedMs?: () => number;
  log: { warn(details: object, message: string): void };
}

const lookEveryMs = 500;
/** Other servers' changes show within 2 s: what is remembered counts for this long after the last look. */
const trustForMs = 1_500;
/**
 * A change is dated before its transaction commits. Looking back further than a transaction may take (statements end
 * after 15 s, idle ones after 30 s) finds those too that were dated early and committed late.
 */
const lookBackSeconds = 60;
const keepMinutes = 10;

/**
 * Watches by asking: one small indexed query twice a second. Neither notifications nor session state are needed, so
 * it works through poolers and on distributed PostgreSQL.
 */
export function watchCatalogue({
  sql,
  listener,
  log,
  elapsedMs = () => performance.now(),
}: WatchParts): CatalogueWatch {
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let seen = new Set<string>();
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;

  async function look(): Promise<void> {
    const startedMs = elapsedMs();
    const rows = await sql<{ id: string; productId: string | null }[]>`
      select id, product_id as "productId" from catalogue_changes
      where changed_at > clock_timestamp() - ${lookBackSeconds} * interval '1 second'`;
    const fresh = rows.filter((row) => !seen.has(row.id));
    const missedSome = startedMs - lastLookMs > (lookBackSeconds / 2) * 1_000;
    seen = new Set(rows.map((row) => row.id));
    lastLookMs = startedMs;
    if (missedSome || fresh.some((row) => row.productId === null)) listener.forgetAll();
    else if (fresh.length > 0) listener.forget(tagsOf(fresh));
  }

  /** A look that began before the call may have missed what was committed since, so a second one is due. */
  async function catchUp(): Promise<void> {
    await looking?.catch(() => undefined);
    looking ??= look().finally(() => {
      looking = undefined;
    });
    await looking;
  }

  async function lookAgain(): Promise<void> {
    try {
      await catchUp();
    } catch (error) {
      log.warn(
        { err: error },
        'Could not look for changes of the catalogue; answering from the database',
      );
    }
    if (!stopped) timer = setTimeout(lookAgain, lookEveryMs).unref();
  }

  return {
    catchUp,
    isCurrent: () => elapsedMs() - lastLookMs < trustForMs,
    async start() {
      stopped = false;
      await lookAgain();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking?.catch(() => undefined);
    },
  };
}

/** Removes the notes that every server has long read, and tells how many. */
export async function sweepCatalogueChanges(sql: Sql): Promise<number> {
  const swept = await sql`
    delete from catalogue_changes
    where changed_at < clock_timestamp() - ${keepMinutes} * interval '1 minute'`;
  return swept.count;
}

function tagsOf(changes: readonly { productId: string | null }[]): string[] {
  const products = changes.flatMap(({ productId }) => (productId ? [productTag(productId)] : []));
  return [listsTag, ...new Set(products)];
}
