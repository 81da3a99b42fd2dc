import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { t } from '#contract/text.ts';
import { categoryLink } from '../../../routing/browse-links.ts';
import { SentenceWith } from '../../../ui/Owned.tsx';
import type { CardSlots } from '../ProductCard.tsx';
import { similarProductsQuery } from '../queries.ts';
import { CardRow } from './CardRow.tsx';

/** Similar products of other sellers; nothing when there are none. */
export function SimilarProducts({
  id,
  category,
  ...slots
}: CardSlots & { id: string; category?: Category | undefined }) {
  const list = useQuery(similarProductsQuery(id));
  if (list.data?.length === 0) return null;
  return (
    <CardRow
      {...slots}
      action={
        category && (
          <Link className="text-link py-2 font-semibold" to={categoryLink(category)}>
            <SentenceWith say={seeAllText} texts={[shownCategoryName(category)]} />
          </Link>
        )
      }
      failureTitle={t`The similar instruments did not load`}
      id="similar-heading"
      list={list}
      note={t`From other sellers, at a similar price.`}
      title={t`Similar instruments`}
    />
  );
}

function seeAllText(category: string): string {
  return t`See everything in ${category}`;
}
