import type { ReactNode, RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
import type { SellerProfile } from '#contract/sellers.ts';
import { rememberOrigin } from '../../identity/origin.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { NewSince } from '../../ui/NewSince.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useListPlace } from '../../ui/use-list-place.ts';
import type { PagedItems } from '../../ui/use-paged-list.ts';
import type { SellerProductsPage } from './queries.ts';

/**
 * What a seller has on sale, with its four views. The server and the first render know no user: they show what guests get, and
 * CSS shows a skeleton instead when a session is stored, so that a user never sees the list of guests.
 */
export function SellerListings({
  list,
  seller,
  onSale,
  viewer,
  grid,
  skeleton,
  cards,
}: {
  list: PagedItems<SellerProductsPage>;
  seller: SellerProfile;
  /** What is on sale in words, such as '12 instruments'. */
  onSale: string;
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
  if (!isForViewer) return skeleton;
  const isFromStart = query.data?.pageParams[0] === null;
  const isMoreOnSale = end.hasMore || seller.onSale.count > products.length || !isFromStart;
  const listings = (
    <>
      {!isFromStart && (
        <Link className="text-link mb-4 inline-block py-1" to={paths.seller(seller._id)}>
          Back to the first page
        </Link>
      )}
      {seller.onSale.count === 0 && products.length === 0 && <NothingOnSale />}
      {seller.isLimited && (viewer === null || viewer === 'pending') && isMoreOnSale && (
        <GuestPrompt
          advertised={isFromStart && !end.hasMore ? products.length : undefined}
          onSale={onSale}
        />
      )}
      <NewSince newer={newer} rows={cards} things="instruments" />
      {products.length > 0 && grid(products)}
      <div className="noscript:hidden">
        <ShowMore end={end} rows={cards} things="instruments" />
      </div>
      <NextPageLink cursor={pages.at(-1)?.nextCursor ?? null} id={seller._id} />
    </>
  );
  if (viewer !== 'pending') return listings;
  return (
    <>
      <div className="in-data-session:hidden">{listings}</div>
      <div className="not-in-data-session:hidden">{skeleton}</div>
    </>
  );
}

/** Tells a guest what a user would see, and leads through the login back to this page. */
function GuestPrompt({
  onSale,
  advertised,
}: {
  onSale: string;
  /** How many are advertised; undefined when others may be on further pages. */
  advertised: number | undefined;
}) {
  const location = useLocation();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-l-4 border-l-brass bg-surface p-5">
      <p className="min-w-0 flex-1 basis-72">
        <strong className="block">
          {onSale} on sale. {visibleToGuests(advertised)}
        </strong>
        Log in to see everything. We bring you back to this page.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link
          className={buttonStyle('primary')}
          state={rememberOrigin(location)}
          to={paths.login()}
        >
          Log in
        </Link>
        <Link className={buttonStyle()} state={rememberOrigin(location)} to={paths.register()}>
          Register
        </Link>
      </p>
    </div>
  );
}

function visibleToGuests(advertised: number | undefined): string {
  if (advertised === undefined) return 'You see the advertised ones.';
  if (advertised === 0) return 'None of them is advertised.';
  return advertised === 1 ? 'You see the advertised one.' : `You see the ${advertised} advertised.`;
}

function NothingOnSale() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          See what else is in the shop
        </Link>
      }
      title="Nothing on sale right now"
    >
      New listings from this seller will appear here.
    </EmptyState>
  );
}

/** For browsers without scripts. */
function NextPageLink({ id, cursor }: { id: string; cursor: string | null }) {
  if (cursor === null) return null;
  return (
    <p className="mt-10 hidden text-center noscript:block">
      <Link className={buttonStyle()} rel="next" to={paths.seller(id, cursor)}>
        Next page
      </Link>
    </p>
  );
}
