import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { Carousel } from '../../ui/Carousel.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { useBookingStep } from './BookNow.tsx';
import { unsold } from './facts.ts';
import { type CardSlots, ProductCard } from './ProductCard.tsx';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';
import { advertisedQuery } from './queries.ts';

/** The advertised products in a carousel, with its four views. */
export function Advertised(parts: CardSlots) {
  const { data, error, isFetching, refetch } = useQuery(advertisedQuery());
  return (
    <div className="mx-auto max-w-page px-4 pt-5 pb-1 sm:pb-2">
      {data ? (
        <ShopWindow {...parts} products={unsold(data)} />
      ) : (
        <>
          <Heading />
          {error ? (
            <div className="mt-6">
              <ErrorState
                isTrying={isFetching}
                message={error.message}
                onTryAgain={() => refetch()}
              />
            </div>
          ) : (
            <ShopWindowSkeleton />
          )}
        </>
      )}
    </div>
  );
}

function Heading() {
  return (
    <div className="mb-2 flex flex-wrap items-baseline gap-x-4">
      <h2>{t`In the window`}</h2>
      <p className="text-muted max-sm:hidden">{t`What our sellers are advertising right now.`}</p>
    </div>
  );
}

function ShopWindow({ products, book, heartOf }: CardSlots & { products: ListedProduct[] }) {
  const bookingStep = useBookingStep(book);
  const identity = useIdentity();
  const isGuest = identity === null || identity === 'pending';
  if (products.length === 0) {
    return (
      <>
        <Heading />
        <EmptyState
          action={
            <Link className={buttonStyle('primary')} to={isGuest ? paths.selling() : paths.sell()}>
              {t`Sell an instrument`}
            </Link>
          }
          title={t`The window is empty today`}
        >
          {t`Instruments that sellers advertise show up here. Yours could be the first.`}
        </EmptyState>
      </>
    );
  }
  const slides = products.map((product, index) => ({
    key: product._id,
    content: (
      <ProductCard
        booking={bookingStep(product)}
        heart={heartOf(product)}
        isFirst={index < 2}
        product={product}
      />
    ),
  }));
  return <Carousel heading={<Heading />} label={t`Advertised instruments`} slides={slides} />;
}

function ShopWindowSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {t`Loading the advertised instruments`}
      </p>
      <div className="@container -mx-4 pt-7 sm:pt-5.5">
        <div className="card-row overflow-hidden px-4 pb-4">
          {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
            <ProductCardSkeleton key={place} />
          ))}
        </div>
      </div>
    </div>
  );
}
