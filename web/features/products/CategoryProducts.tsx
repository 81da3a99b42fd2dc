import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useFocusOnFirstNew } from '../../ui/list-focus.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { unsold } from './facts.ts';
import type { CardSlots } from './ProductCard.tsx';
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx';
import { categoryQuery } from './queries.ts';

/** After this many pages the list waits for a press, so that people who scroll can reach the footer. */
const partsByThemselves = 4;

/** A category's products with the four views. They stay in the cache, so going back restores the list. */
export function CategoryProducts({ category, ...parts }: CardSlots & { category: Category }) {
  const list = useInfiniteQuery(categoryQuery(category));
  const products = unsold(list.data?.pages.flatMap(({ items }) => items) ?? []);
  const cards = useRef<HTMLUListElement>(null);
  const focusOnFirstNew = useFocusOnFirstNew(cards, products.length, 'a');
  if (!list.data) {
    return list.error ? (
      <ErrorState
        isTrying={list.isFetching}
        message={list.error.message}
        onTryAgain={() => list.refetch()}
      />
    ) : (
      <ProductGridSkeleton label={`Loading ${messages.category.title(category)}`} />
    );
  }
  const loadMore = () => list.fetchNextPage({ cancelRefetch: false });
  if (products.length === 0 && !list.hasNextPage) return <EmptyShelf />;
  return (
    <>
      <ProductGrid {...parts} products={products} ref={cards} />
      <ShowMore
        count={products.length}
        failure={list.isFetchNextPageError ? list.error : null}
        hasMore={list.hasNextPage}
        isByItself={list.data.pages.length % partsByThemselves !== 0}
        isLoading={list.isFetchingNextPage}
        onAsked={() => {
          focusOnFirstNew();
          loadMore();
        }}
        onNear={loadMore}
        things="instruments"
      />
    </>
  );
}

function EmptyShelf() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          See what else is in the shop
        </Link>
      }
      title={messages.category.empty}
    >
      As soon as a seller lists one, it hangs here. Until then the other shelves are worth a look.
    </EmptyState>
  );
}
