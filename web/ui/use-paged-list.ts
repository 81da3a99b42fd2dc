import {
  hashKey,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigationType } from 'react-router';
import { type ListPage, type ListQuery, type Newer, useNewer } from './use-newer.ts';

/** After this many pages a list waits for a press, so that people who scroll can reach the footer. */
const pagesByThemselves = 4;

/** A list that loads on: what is shown of it, what its end needs, and what is new since it was opened. */
export interface PagedItems<Page extends ListPage> {
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  pages: readonly Page[];
  /** Those that are shown: what is new since the list was opened waits until a user asks for it. */
  items: Page['items'][number][];
  end: ListEnd;
  newer: Newer;
  /** Whether it is shown because a user went back or forward to its page, or loaded that again. */
  isReturn: boolean;
}

/** What `ShowMore` needs to know of a list. */
export interface ListEnd {
  /** How many are shown. */
  count: number;
  hasMore: boolean;
  /** Whether scrolling near the end loads the next page. */
  loadsByItself: boolean;
  isLoading: boolean;
  failure: Error | null;
  loadMore: () => void;
}

/**
 * Reads a list page by page. After going back to its page, the list is as it was left. It is not read again behind the
 * reader, except after an own action; `newer` says what came since.
 */
export function usePagedList<Page extends ListPage>(list: ListQuery<Page>): PagedItems<Page> {
  const hash = hashKey(list.queryKey);
  const isReturn = useIsReturn(hash);
  const query = useInfiniteQuery<Page, Error, InfiniteData<Page>, QueryKey, string | null>({
    ...list,
    refetchOnMount: ({ state }) => !isReturn || state.isInvalidated,
    refetchOnReconnect: hasOnePage,
    refetchOnWindowFocus: hasOnePage,
  });
  const pages = query.data?.pages ?? [];
  const { shown, newer } = useNewer({ list, hash, query, isReturn });
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  return {
    query,
    pages,
    items: shown,
    newer,
    isReturn,
    end: {
      count: shown.length,
      hasMore: hasNextPage,
      loadsByItself: pages.length % pagesByThemselves !== 0,
      isLoading: isFetchingNextPage,
      failure: isFetchNextPageError ? error : null,
      loadMore: () => void fetchNextPage({ cancelRefetch: false }),
    },
  };
}

/** Not for another list in its place, as of other search words. */
function useIsReturn(hash: string): boolean {
  const type = useNavigationType();
  const [returned] = useState(type === 'POP' ? hash : null);
  return returned === hash;
}

/** A long list is not read again as a whole: `useNewer` looks at its first page. */
function hasOnePage({ state }: { state: { data?: InfiniteData<unknown> | undefined } }): boolean {
  return (state.data?.pages.length ?? 0) <= 1;
}
