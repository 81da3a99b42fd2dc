import { useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { Shown } from '../../ui/Owned.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { BookingModalSlot, useBooking } from '../bookings/use-booking.tsx';
import { unsold } from '../products/facts.ts';
import { ProductGrid, ProductGridSkeleton } from '../products/ProductGrid.tsx';
import { heartOf } from '../wishlist/WishlistHeart.tsx';
import { FilteredList } from './FilteredList.tsx';
import { formatInstruments } from './format-count.ts';
import { type KindLabels, useKindLabels } from './kind-labels.ts';
import type { SearchReply } from './queries.ts';
import { searchQuery } from './queries.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults } from './SearchResults.tsx';
import { SaveSearch } from './saved/SaveSearch.tsx';
import { readSearchAddress, type SearchState, searchAddress, without } from './search-address.ts';

/** The results of a search, and its filters. Everything that it shows is in its address. */
export function SearchPage() {
  const address = readSearchAddress(new URLSearchParams(useLocation().search));
  const identity = useIdentity();
  const viewer = identity === null || identity === 'pending' ? null : identity.email;
  const list = usePagedList(searchQuery(address.state, viewer));
  const [found] = list.pages;
  const navigate = useNavigate();
  const booking = useBooking();
  const cards = useRef<HTMLUListElement>(null);
  const { state } = address;
  const labels = useKindLabels(undefined, state.kind !== undefined);
  const show = (next: SearchState) =>
    void navigate(searchAddress(next), { preventScrollReset: true });
  return (
    <div className="mx-auto max-w-page px-4 pt-6 lg:pt-8">
      <h1 className="wrap-anywhere" tabIndex={-1}>
        <Shown {...headingOf(state, found?.corrected, labels)} />
      </h1>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <ResultCount found={found} state={state} />
        </div>
        {/* Without matches, the button stands beside what is said of that. */}
        {found?.total.count !== 0 && <SaveSearch state={state} viewer={viewer} />}
      </div>
      <div className="mt-4 lg:hidden noscript:hidden">
        <SearchBox label={t`Search again`} />
      </div>
      <FilteredList
        address={address}
        facets={found?.facets}
        onShow={show}
        understood={found?.corrected === undefined ? found?.understood : undefined}
        viewer={viewer}
      >
        <SearchResults
          cards={cards}
          grid={
            <ProductGrid
              book={booking.book}
              heartOf={heartOf}
              products={unsold(list.items)}
              ref={cards}
            />
          }
          list={list}
          skeleton={<ProductGridSkeleton label={searchTexts.loading} />}
          state={state}
          viewer={identity === 'pending' ? 'pending' : viewer}
        />
      </FilteredList>
      <BookingModalSlot {...booking} />
    </div>
  );
}

function headingOf(
  { q, category, kind }: SearchState,
  corrected: string | undefined,
  labels: KindLabels,
): ShownText {
  const words = corrected ?? q;
  if (words !== undefined) return { text: searchTexts.title(words) };
  if (kind !== undefined) return labels.kind(kind);
  return category ? shownCategoryName(category) : { text: searchTexts.everything };
}

/** The number of matches, announced when it changes, and what was searched instead of what was typed. */
function ResultCount({
  found,
  state,
}: {
  found: Pick<SearchReply, 'total' | 'corrected'> | undefined;
  state: SearchState;
}) {
  const { q = '' } = state;
  const corrected = found?.corrected;
  return (
    <>
      {/* The height is that of the text from the start, so that nothing moves when it arrives. */}
      <p className="mt-1 min-h-[1lh] text-muted" role="status">
        {found && formatInstruments(found.total)}
      </p>
      {corrected !== undefined && (
        <p className="mt-2 wrap-anywhere">
          <span>{searchTexts.corrected(corrected, q)}</span>{' '}
          <Link
            className="text-link inline-block py-1"
            to={searchAddress({ ...without(state), exact: '1' })}
          >
            {searchTexts.searchTyped(q)}
          </Link>
        </p>
      )}
    </>
  );
}
