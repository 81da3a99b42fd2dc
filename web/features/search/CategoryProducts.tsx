import { useRef } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListView } from '../../ui/ListView.tsx';
import { usePagedList } from '../../ui/use-paged-list.ts';
import { unsold } from '../products/facts.ts';
import type { CardSlots } from '../products/ProductCard.tsx';
import { ProductGrid, ProductGridSkeleton } from '../products/ProductGrid.tsx';
import { categoryQuery } from '../products/queries.ts';

/** A category's products with the four views. They stay in the cache, so going back restores the list. */
export function CategoryProducts({ category, ...parts }: CardSlots & { category: Category }) {
  const list = usePagedList(categoryQuery(category));
  const products = unsold(list.items);
  const title = messages.category.title(categoryName(category));
  const cards = useRef<HTMLUListElement>(null);
  return (
    <ListView
      list={{ ...list, items: products }}
      loading={<ProductGridSkeleton label={t`Loading ${title}`} />}
      rows={cards}
      things="instruments"
    >
      {products.length === 0 && !list.end.hasMore ? (
        <EmptyCategory />
      ) : (
        <ProductGrid {...parts} products={products} ref={cards} />
      )}
    </ListView>
  );
}

function EmptyCategory() {
  return (
    <EmptyState
      action={
        <Link className={buttonStyle('primary')} to={paths.home()}>
          {t`See what else is in the shop`}
        </Link>
      }
      title={messages.category.empty}
    >
      {t`As soon as a seller lists one, you will find it here. Until then, have a look at the other categories.`}
    </EmptyState>
  );
}
