import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isMissing } from '../api/failures.ts';
import { NotFoundPage } from '../layout/NotFoundPage.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { ProductPageSkeleton } from './ProductPageSkeleton.tsx';
import { ProductStory } from './ProductStory.tsx';
import { productQuery } from './queries.ts';

/** One instrument, in full, with the faces of a page whose data may be late, missing or out of reach. */
export function ProductPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(productQuery(id));
  // What was shown before it was withdrawn is no longer true.
  if (isMissing(error)) return <NotFoundPage />;
  if (data) return <ProductStory product={data} />;
  if (!error) return <ProductPageSkeleton />;
  return (
    <div className="px-4 py-16">
      <h1 className="sr-only" tabIndex={-1}>
        This instrument did not load
      </h1>
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    </div>
  );
}
