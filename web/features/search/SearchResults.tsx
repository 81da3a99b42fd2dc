import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { ListedProduct } from '#contract/products.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusOnFirstNew } from '../../ui/list-focus.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { GuestPrompt } from './GuestPrompt.tsx';
import { NoResults } from './NoResults.tsx';
import type { SearchReply } from './queries.ts';
import { type SearchState, searchAddress, without } from './search-address.ts';

/** After this many pages the list waits for a press, so that people who scroll can reach the footer. */
const pagesByThemselves = 4;

type List = UseInfiniteQueryResult<InfiniteData<SearchReply>>;

/**
 * The results with their four views. The server and the first render know no user: they show what guests get, and CSS
 * shows a skeleton instead when a session is stored, so that a user never sees the results of guests.
 */
export function SearchResults({
  list,
  state,
  viewer,
  grid,
  skeleton,
  cards,
}: {
  list: List;
  state: SearchState;
  /** The email of the signed-in user, null for a guest. */
  viewer: string | 'pending' | null;
  grid: (products: readonly ListedProduct[]) => ReactNode;
  skeleton: ReactNode;
  cards: RefObject<HTMLUListElement | null>;
}) {
  const pages = list.data?.pages ?? [];
  const [first] = pages;
  const products = pages.flatMap(({ items }) => items);
  const focusOnFirstNew = useFocusOnFirstNew(cards, products.length, 'a');
  if (list.error && !first) {
    return (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    );
  }
  const isForViewer = first?.viewer === (viewer === 'pending' ? null : viewer);
  if (!first || !isForViewer) return skeleton;
  const loadMore = () => list.fetchNextPage({ cancelRefetch: false });
  const results = (
    <div
      aria-busy={list.isPlaceholderData || undefined}
      className={list.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
    >
      {state.cursor !== undefined && (
        <Link className="text-link mb-4 inline-block py-1" to={searchAddress(without(state))}>
          {searchTexts.pages.first}
        </Link>
      )}
      {first.total.count === 0 && <NoResults state={state} />}
      {first.isLimited && first.total.count > 0 && (
        <GuestPrompt
          isEveryPage={list.data?.pageParams[0] === null && !list.hasNextPage}
          shown={products.length}
          total={first.total}
        />
      )}
      {products.length > 0 && grid(products)}
      <div className="noscript:hidden">
        <ShowMore
          count={products.length}
          failure={list.isFetchNextPageError ? list.error : null}
          hasMore={list.hasNextPage}
          isByItself={pages.length % pagesByThemselves !== 0}
          isLoading={list.isFetchingNextPage}
          onAsked={() => {
            focusOnFirstNew();
            void loadMore();
          }}
          onNear={loadMore}
          things="instruments"
        />
      </div>
      <NextPageLink cursor={pages.at(-1)?.nextCursor ?? null} state={state} />
    </div>
  );
  if (viewer !== 'pending') return results;
  return (
    <>
      <div className="in-data-session:hidden">{results}</div>
      <div className="not-in-data-session:hidden">{skeleton}</div>
    </>
  );
}

/** For browsers without scripts. */
function NextPageLink({ cursor, state }: { cursor: string | null; state: SearchState }) {
  if (cursor === null) return null;
  return (
    <p className="mt-10 hidden text-center noscript:block">
      <Link className={buttonStyle()} rel="next" to={searchAddress({ ...state, cursor })}>
        {searchTexts.pages.next}
      </Link>
    </p>
  );
}
