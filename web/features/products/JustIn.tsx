import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useBookingStep } from './BookNow.tsx';
import { unsold } from './facts.ts';
import { type CardSlots, ProductCard } from './ProductCard.tsx';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';
import { newestCount, newestQuery } from './queries.ts';

/** The newest products in a grid, on phones in two rows that scroll sideways, with its four views; nothing when there are none that the reader may see. */
export function JustIn({ book, heartOf }: CardSlots) {
  const { data, error, isFetching, refetch } = useQuery(newestQuery());
  const bookingStep = useBookingStep(book);
  const products = unsold(data ?? []);
  if (data && products.length === 0) return null;
  const cards = products.map((product) => (
    <li className="grid" key={product._id}>
      <ProductCard booking={bookingStep(product)} heart={heartOf(product)} product={product} />
    </li>
  ));
  if (cards.length === newestCount) cards.push(<RestOfShop key="rest" />);
  return (
    <section
      aria-busy={(!data && !error) || undefined}
      aria-labelledby="just-in-heading"
      className="mx-auto max-w-page px-4 pt-5 pb-2 sm:pb-6 lg:pt-4 lg:pb-8"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="just-in-heading">{t`Just in`}</h2>
        <Link className="text-link inline-block py-1" to={paths.search()}>
          <span className="sm:hidden">{t`See all`}</span>
          <span className="max-sm:hidden">{t`See everything on sale`}</span>
        </Link>
      </div>
      {error && !data ? (
        <ErrorState
          isTrying={isFetching}
          message={error.message}
          onTryAgain={() => refetch()}
          title={t`The newest instruments did not load`}
        />
      ) : (
        <div className="@container -mx-4">
          <ul className="card-dozen">{data ? cards : skeletons}</ul>
        </div>
      )}
    </section>
  );
}

const skeletons = Array.from({ length: newestCount }, (_, place) => place).map((place) => (
  <li key={place}>
    <ProductCardSkeleton />
  </li>
));

/** Fills the last row where there are five columns (`card-dozen`). */
function RestOfShop() {
  return (
    <li className="rest-of-dozen">
      <Link
        className="grid place-content-center rounded-lg border border-line bg-sunken p-6 text-center transition hover:border-brass"
        to={paths.search()}
      >
        <span className="text-link font-display text-2xl font-semibold">
          {t`See everything on sale`}
        </span>
      </Link>
    </li>
  );
}
