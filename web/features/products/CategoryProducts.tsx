import { useRef } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { NewSince } from '../../ui/NewSince.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { useListPlace } from '../../ui/use-list-place.ts';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { unsold } from './facts.ts';
import type { CardSlots } from './ProductCard.tsx';
import { ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx';
import { categoryQuery } from './queries.ts';

/** A category's products with the four views. They stay in the cache, so going back restores the list. */
export function CategoryProducts({ category, ...parts }: CardSlots & { category: Category }) {
  const list = usePagedList(categoryQuery(category));
  const { query, newer, end } = list;
  const products = unsold(list.items);
  const cards = useRef<HTMLUListElement>(null);
  useListPlace({ ...list, items: products }, cards);
  if (!query.data) {
    return query.error ? (
      <ErrorState
        isTrying={query.isFetching}
        message={query.error.message}
        onTryAgain={() => query.refetch()}
      />
    ) : (
      <ProductGridSkeleton label={`Loading ${messages.category.title(category)}`} />
    );
  }
  return (
    <>
      <NewSince newer={newer} rows={cards} things="instruments" />
      {products.length === 0 && !end.hasMore ? (
        <EmptyShelf />
      ) : (
        <>
          <ProductGrid {...parts} products={products} ref={cards} />
          <ShowMore end={end} rows={cards} things="instruments" />
        </>
      )}
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
      As soon as a seller lists one, you will find it here. Until then, have a look at the other
      categories.
    </EmptyState>
  );
}
