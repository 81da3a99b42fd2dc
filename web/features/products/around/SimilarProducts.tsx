import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { SingleProduct } from '#contract/products.ts';
import { useIdentity } from '../../../identity/identity.ts';
import type { CardSlots } from '../ProductCard.tsx';
import { similarProductsQuery } from '../queries.ts';
import { CardRow } from './CardRow.tsx';

/** Similar products of other sellers. A guest sees the advertised ones, and is led to the category through the login. */
export function SimilarProducts({
  product: { _id, category },
  ...slots
}: CardSlots & { product: SingleProduct }) {
  const list = useQuery(similarProductsQuery(_id));
  const identity = useIdentity();
  const isNothing = list.data?.length === 0;
  // Without a category there is nowhere else to send the reader.
  if (isNothing && category === undefined) return null;
  return (
    <CardRow
      {...slots}
      action={
        category && (
          <Link className="text-link py-2 font-semibold" to={paths.category(category)}>
            See everything in {category}
          </Link>
        )
      }
      failureTitle="The similar instruments did not load"
      id="similar-heading"
      list={list}
      note={isNothing ? nothing(identity === null) : 'From other sellers, at a similar price.'}
      title="Similar instruments"
    />
  );
}

function nothing(isGuest: boolean): string {
  return isGuest
    ? 'None of them is advertised right now. Log in to see all that are on sale.'
    : 'No other seller has one like it right now.';
}
