import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import { plural, t } from '#contract/text.ts';
import { rememberOrigin } from '../../identity/origin.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListForViewer, type ListViews } from '../../ui/ListForViewer.tsx';
import { LoginPrompt } from '../../ui/LoginPrompt.tsx';
import type { PagedItems } from '../../ui/use-paged-list.ts';
import type { SellerProductsPage } from './queries.ts';

/** What a seller has on sale, with its four views. */
export function SellerListings({
  list,
  seller,
  onSale,
  ...views
}: ListViews & {
  list: PagedItems<SellerProductsPage>;
  seller: SellerProfile;
  /** What is on sale in words, such as '12 instruments'. */
  onSale: string;
}) {
  const { query, items: products, end } = list;
  const location = useLocation();
  const isGuest = views.viewer === null || views.viewer === 'pending';
  const isFromStart = query.data?.pageParams[0] === null;
  const isMoreOnSale = end.hasMore || seller.onSale.count > products.length || !isFromStart;
  const advertised = isFromStart && !end.hasMore ? products.length : undefined;
  return (
    <ListForViewer
      {...views}
      firstPage={isFromStart ? undefined : paths.seller(seller._id)}
      list={list}
      nextPage={(cursor) => paths.seller(seller._id, cursor)}
      notes={
        <>
          {seller.onSale.count === 0 && products.length === 0 && <NothingOnSale />}
          {seller.isLimited && isGuest && isMoreOnSale && (
            <LoginPrompt
              state={rememberOrigin(location)}
              text={t`Log in to see everything. We’ll bring you back here.`}
              title={promptOf(onSale, advertised)}
            />
          )}
        </>
      }
      things="instruments"
    />
  );
}

/** `advertised` is how many are; undefined when others may be on further pages. */
function promptOf(onSale: string, advertised: number | undefined): string {
  if (advertised === undefined) return t`${onSale} on sale. You see the advertised ones.`;
  if (advertised === 0) return t`${onSale} on sale. None of them is advertised.`;
  return plural(advertised, {
    one: `${onSale} on sale. You see the advertised one.`,
    other: `${onSale} on sale. You see the # advertised.`,
  });
}

function NothingOnSale() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          {t`See what else is in the shop`}
        </Link>
      }
      title={t`Nothing on sale right now`}
    >
      {t`New listings from this seller will appear here.`}
    </EmptyState>
  );
}
