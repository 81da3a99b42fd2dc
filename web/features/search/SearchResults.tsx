import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router';
import type { ListedProduct } from '#contract/products.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { NewSince } from '../../ui/NewSince.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useListPlace } from '../../ui/use-list-place.ts';
import type { PagedItems } from '../../ui/use-paged-list.ts';
import { GuestPrompt } from './GuestPrompt.tsx';
import { NoResults } from './NoResults.tsx';
import type { SearchReply } from './queries.ts';
import { type SearchState, searchAddress, without } from './search-address.ts';

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
  list: PagedItems<SearchReply>;
  state: SearchState;
  /** The email of the signed-in user, null for a guest. */
  viewer: string | 'pending' | null;
  grid: (products: readonly ListedProduct[]) => ReactNode;
  skeleton: ReactNode;
  cards: RefObject<HTMLUListElement | null>;
}) {
  const { query, pages, items: products, newer, end } = list;
  const [first] = pages;
  const isForViewer = first?.viewer === (viewer === 'pending' ? null : viewer);
  const isShown = isForViewer && viewer !== 'pending';
  useListPlace(isShown ? list : { ...list, pages: [] }, cards);
  if (query.error && !first) {
    return (
      <ErrorState
        isTrying={query.isFetching}
        message={query.error.message}
        onTryAgain={() => query.refetch()}
      />
    );
  }
  if (!first || !isForViewer) return skeleton;
  const results = (
    <div
      aria-busy={query.isPlaceholderData || undefined}
      className={query.isPlaceholderData ? 'opacity-60 transition' : 'transition'}
    >
      {state.cursor !== undefined && (
        <Link className="text-link mb-4 inline-block py-1" to={searchAddress(without(state))}>
          {searchTexts.pages.first}
        </Link>
      )}
      {first.total.count === 0 && <NoResults state={state} />}
      {first.isLimited && first.total.count > 0 && (
        <GuestPrompt
          isEveryPage={query.data?.pageParams[0] === null && !end.hasMore}
          shown={products.length}
          total={first.total}
        />
      )}
      <NewSince newer={newer} rows={cards} things="instruments" />
      {products.length > 0 && grid(products)}
      <div className="noscript:hidden">
        <ShowMore end={end} rows={cards} things="instruments" />
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
