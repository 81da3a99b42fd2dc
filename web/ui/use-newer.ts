import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

/** The time between two checks of a visible list for what is new. */
const everyMs = 60_000;

/** What was read within this time is not looked at again, also when a user switches between tabs. */
const freshMs = 10_000;

/** A page of a list. */
export interface ListPage {
  items: readonly { _id: string }[];
  nextCursor: string | null;
}

/** The query of a list that the server gives page by page, as `pagedQuery` makes it. */
export type ListQuery<Page> = UseInfiniteQueryOptions<
  Page,
  Error,
  InfiniteData<Page>,
  QueryKey,
  string | null
>;

/** What came to a list since it was opened. */
export interface Newer {
  count: number;
  /** There may be more than `count`, which is as many as a page holds. */
  isMore: boolean;
  state: 'idle' | 'loading' | 'failed';
  /** The number of times that `show` has shown something. */
  shownTimes: number;
  /** Begins the list again, with what is new. */
  show: () => void;
}

interface NewerOptions<Page extends ListPage> {
  list: ListQuery<Page>;
  /** The digest of the key of the list. */
  hash: string;
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  /** Whether a user went back to the list. */
  isReturn: boolean;
}

/** The ids that the list had when it was opened, or when a user asked for what was new. */
interface Opened {
  hash: string;
  /** Null until the list is read. */
  ids: ReadonlySet<string> | null;
  shownTimes: number;
}

/** Keeps what is new out of a list that a user reads, and counts it. */
export function useNewer<Page extends ListPage>(options: NewerOptions<Page>) {
  const { list, hash, query, isReturn } = options;
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>({ hash, ids: null, shownTimes: 0 });
  const [state, setState] = useState<Newer['state']>('idle');
  // An item that moved to a later page since the earlier one was read is on both.
  const itemsById = new Map<string, Page['items'][number]>();
  for (const page of query.data?.pages ?? []) {
    for (const item of page.items) itemsById.set(item._id, item);
  }
  const items = [...itemsById.values()];
  const isRead = query.data !== undefined && !query.isPlaceholderData;
  if (opened.hash !== hash) {
    setOpened({ ...opened, hash, ids: null });
    setState('idle');
  } else if (opened.ids === null && isRead && (isReturn || !query.isFetching)) {
    setOpened({ ...opened, ids: new Set(idsOf(items)) });
  }

  const held = new Set(isRead && opened.hash === hash ? newIdsIn(items, opened.ids) : []);
  const shown = items.filter(({ _id }) => !held.has(_id));
  const first = useFirstPage(options, isRead);
  const isWhole = !query.hasNextPage && first?.nextCursor === null;
  const came = first ? idsThatCame(first.items, new Set(idsOf(shown)), opened.ids, isWhole) : [];

  const show = async () => {
    setState('loading');
    try {
      await client.fetchInfiniteQuery({ ...list, ...firstPageOnly(list.queryKey) });
      setOpened({ hash, ids: null, shownTimes: opened.shownTimes + 1 });
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  const newer: Newer = {
    count: new Set([...held, ...came]).size,
    isMore: first !== null && first.nextCursor !== null && came.length === first.items.length,
    state,
    shownTimes: opened.shownTimes,
    show: () => void show(),
  };
  return { shown, newer };
}

/**
 * The first page as it is now; null until it was looked at after the list was read. It is looked at when the tab becomes
 * visible again and every minute while it is: the browser asks with the entity tag of what it has, and gets a 304 while
 * nothing has changed. What the list has of it is updated in its place.
 */
function useFirstPage<Page extends ListPage>(
  { list, hash }: NewerOptions<Page>,
  isRead: boolean,
): Page | null {
  const client = useQueryClient();
  const [first, setFirst] = useState<{ hash: string; page: Page } | null>(null);
  const look = useEffectEvent(async () => {
    const known = client.getQueryState(list.queryKey);
    const isFresh = Date.now() - (known?.dataUpdatedAt ?? 0) < freshMs;
    if (document.visibilityState !== 'visible' || known?.fetchStatus !== 'idle' || isFresh) return;
    const reading = { ...list, ...firstPageOnly(['first page', ...list.queryKey]), retry: false };
    const read = await client.fetchInfiniteQuery(reading).catch(() => null);
    const [page] = read?.pages ?? [];
    // When it could not be read, the next look may.
    if (!page) return;
    setFirst({ hash, page });
    client.setQueryData<InfiniteData<Page>>(list.queryKey, (data) => data && updated(data, page));
  });
  useEffect(() => {
    if (!isRead) return;
    const start = () => void look();
    start();
    const timer = setInterval(start, everyMs);
    document.addEventListener('visibilitychange', start);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', start);
    };
  }, [isRead]);
  return first?.hash === hash ? first.page : null;
}

/**
 * What is new among the items of a list: those that were not there when it was opened, and come before one that was. Later
 * ones were loaded on.
 */
export function newIdsIn(
  items: readonly { _id: string }[],
  opened: ReadonlySet<string> | null,
): string[] {
  if (opened === null) return [];
  const last = items.findLastIndex(({ _id }) => opened.has(_id));
  return idsOf(items.slice(0, last + 1)).filter((id) => !opened.has(id));
}

/**
 * What has come, by the first page as it was read last: what is not shown and comes before something that is. What comes
 * after the last one shown was on the second page, and moved up when others went. What was there when the list was opened
 * has not come: it was removed after the page was read.
 * @param isWhole nothing moved up from a second page
 */
export function idsThatCame(
  firstPage: readonly { _id: string }[],
  shown: ReadonlySet<string>,
  opened: ReadonlySet<string> | null,
  isWhole = false,
): string[] {
  const isShown = !isWhole && firstPage.some(({ _id }) => shown.has(_id));
  const ids = isShown ? newIdsIn(firstPage, shown) : idsOf(firstPage);
  return ids.filter((id) => !shown.has(id) && !opened?.has(id));
}

/** The same pages with the entries of the first page as they are now. */
function updated<Page extends ListPage>(
  data: InfiniteData<Page>,
  { items }: Page,
): InfiniteData<Page> {
  const now = new Map(items.map((item) => [item._id, item]));
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => now.get(item._id) ?? item),
  }));
  return { ...data, pages };
}

/** Read from the network, for this key. */
function firstPageOnly(queryKey: QueryKey) {
  return { queryKey, pages: 1, staleTime: 0 } as const;
}

function idsOf(items: readonly { _id: string }[]): string[] {
  return items.map(({ _id }) => _id);
}
