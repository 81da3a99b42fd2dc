import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Sql } from '../../database/sql.ts';

/** Somebody looked at the page of a product. */
export interface ProductView {
  productId: string;
  /** The network address and the name of the browser: neither is stored, nor anything made of them. */
  address: string;
  browser: string;
  /** A signed-in user. */
  viewerId: string | undefined;
}

export interface ViewCounter {
  /** Counts a view in memory. The same visitor counts once a day for each product. */
  count(view: ProductView): void;
  /** Adds what was counted to the database. When it is away, what was counted waits for the next time. */
  flush(): Promise<void>;
  /** Flushes the last time. */
  stop(): Promise<void>;
}

const flushEveryMs = 20_000;
/** About 8 MB. Beyond it the day starts again: a few visitors count twice. */
const maxVisits = 100_000;
/** What waits while the database is away: beyond it further products are not counted. */
const maxWaiting = 20_000;

/**
 * Counts views without cookies and without a write for each of them. A visitor is recognised for a day by a digest with a salt that
 * lives in the memory of this process and ends with the day, so nobody can tell later who looked at what. Each server counts on
 * its own and adds to the same rows; a visitor whose requests reach two servers may count at both.
 */
export function createViewCounter({
  sql,
  clock,
  log,
}: {
  sql: Sql;
  clock: Clock;
  log: { warn(details: object, message: string): void };
}): ViewCounter {
  let day = '';
  let salt = randomBytes(16);
  const visits = new Set<string>();
  let waiting = new Map<string, Waiting>();
  let flushing: Promise<void> | undefined;

  const timer = setInterval(() => void flush(), flushEveryMs).unref();

  function count({ productId, address, browser, viewerId }: ProductView): void {
    if (isProgram(browser)) return;
    const today = clock.now().toISOString().slice(0, 10);
    if (today !== day || visits.size >= maxVisits) {
      visits.clear();
      salt = randomBytes(16);
      day = today;
    }
    const visit = digestOf(salt, [viewerId ?? `${address} ${browser}`, productId]);
    if (visits.has(visit)) return;
    visits.add(visit);
    add({ productId, day, viewerId: viewerId ?? null, count: 1 });
  }

  function add(view: Waiting): void {
    const key = `${view.productId} ${view.day} ${view.viewerId ?? ''}`;
    const known = waiting.get(key);
    if (known) known.count += view.count;
    else if (waiting.size < maxWaiting) waiting.set(key, { ...view });
  }

  async function write(): Promise<void> {
    const views = [...waiting.values()];
    if (views.length === 0) return;
    waiting = new Map();
    try {
      await addViews(sql, views);
    } catch (error) {
      for (const view of views) add(view);
      log.warn({ err: error }, 'Could not store the counted views; they are stored later');
    }
  }

  async function flush(): Promise<void> {
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  return {
    count,
    flush,
    async stop() {
      clearInterval(timer);
      await flushing;
      await flush();
    },
  };
}

interface Waiting {
  productId: string;
  day: string;
  viewerId: string | null;
  count: number;
}

/**
 * In one statement. Products that do not exist or are not on sale, and the views of their own sellers, are left out. Rows are
 * written in one order, so that servers that do this at the same time wait for each other and not both.
 */
async function addViews(sql: Sql, views: readonly Waiting[]): Promise<void> {
  await sql`
    insert into product_views (product_id, day, count)
    select p.id, seen.day, sum(seen.count)::int
    from unnest(${views.map((one) => one.productId)}::uuid[], ${views.map((one) => one.day)}::text[]::date[],
      ${views.map((one) => one.viewerId)}::uuid[], ${views.map((one) => one.count)}::int[])
      as seen (product_id, day, viewer_id, count)
    join products p on p.id = seen.product_id
    where p.seller_id is distinct from seen.viewer_id and p.withdrawn_at is null and p.status <> 'sold'
    group by 1, 2 order by 1, 2
    on conflict (product_id, day) do update set count = product_views.count + excluded.count`;
}

/** Programs that run the scripts of a page: crawlers, previews, monitors and tests of speed. The others never ask. */
function isProgram(browser: string): boolean {
  return (
    browser === '' ||
    /bot\b|bot\/|crawl|spider|slurp|preview|headless|lighthouse|pagespeed|prerender|monitor|uptime|scan|fetch|facebookexternalhit|curl|wget|python|axios|node|okhttp|java\//i.test(
      browser,
    )
  );
}

function digestOf(salt: Buffer, parts: readonly string[]): string {
  return createHash('sha256')
    .update(salt)
    .update(parts.join('\n'))
    .digest('base64url')
    .slice(0, 22);
}

const keptDays = 31;

/** Deletes the counts of more than 30 days ago, and former prices with which nothing is compared any more. Returns how many. */
export async function sweepViews(sql: Sql, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString().slice(0, 10);
  const [swept] = await sql<{ count: number }[]>`
    with views as (delete from product_views where day < ${before}::text::date returning 1),
      former as (delete from former_prices where day < ${before}::text::date returning 1)
    select (select count(*) from views)::int + (select count(*) from former)::int as count`;
  return swept?.count ?? 0;
}
