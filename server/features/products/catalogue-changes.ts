import { newId } from '../../core/ids.ts';
import { catalogueChanges } from '../../database/schema/shop.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** The tag of every list of products. */
export const listsTag = 'lists';
export const productTag = (productId: string) => `product:${productId}`;

/**
 * Notes, in the transaction that changes it, that a product (or with null more than one) looks different now.
 * Whoever changes what the catalogue shows calls this: servers forget remembered answers by it.
 */
export async function recordCatalogueChange(
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

export interface WatchDeps {
  sql: Sql;
  listener: CatalogueListener;
  /** Milliseconds that have passed, whatever happens to the time of day. */
  elapsedMs?: () => number;
  log: { warn(details: object, message: string): void };
}

const lookEveryMs = 500;
/** Other servers' changes show within 2 s: what is remembered counts for this long after the last look. */
const trustForMs = 1_500;
/** A server that has not looked for half of this may have missed what was swept. */
const keepMinutes = 10;

/** One row for each note, or one without a note. */
interface Look {
  oldestOpen: string;
  id: string | null;
  productId: string | null;
}

/**
 * Watches by asking: one small indexed query twice a second. Neither notifications nor session state are needed, so
 * it works through poolers. However many changes there were, each look reads those of the transactions that were not over
 * at the one before: whatever had committed until then was seen by it.
 */
export function watchCatalogue({
  sql,
  listener,
  log,
  elapsedMs = () => performance.now(),
}: WatchDeps): CatalogueWatch {
  let lastLookMs = Number.NEGATIVE_INFINITY;
  let seen = new Set<string>();
  /** The oldest transaction that had not ended at the last look; undefined before the first one. */
  let oldestOpen: string | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;

  async function look(): Promise<void> {
    const startedMs = elapsedMs();
    const since = oldestOpen ?? null;
    const rows = await sql<Look[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen", id,
        product_id as "productId"
      from (select) as once left join catalogue_changes on transaction_id >= ${since}::text::xid8`;
    const notes = rows.flatMap(({ id, productId }) => (id === null ? [] : [{ id, productId }]));
    const fresh = notes.filter(({ id }) => !seen.has(id));
    const missedSome = startedMs - lastLookMs > (keepMinutes / 2) * 60_000;
    seen = new Set(notes.map(({ id }) => id));
    oldestOpen = rows[0]?.oldestOpen;
    lastLookMs = startedMs;
    if (missedSome || fresh.some(({ productId }) => productId === null)) listener.forgetAll();
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
  const [swept] = await sql<{ count: number }[]>`
    with swept as (
      delete from catalogue_changes
      where changed_at < clock_timestamp() - ${keepMinutes} * interval '1 minute' returning id
    )
    select count(*)::int as count from swept`;
  return swept?.count ?? 0;
}

function tagsOf(changes: readonly { productId: string | null }[]): string[] {
  const products = changes.flatMap(({ productId }) => (productId ? [productTag(productId)] : []));
  return [listsTag, ...new Set(products)];
}
