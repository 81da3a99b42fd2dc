import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
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

const slideWidth = 'w-[19rem] sm:w-[21rem]';
const pictureSizes = '(min-width: 40rem) 20rem, 18rem';

/** The advertised products in a carousel, with its four views. `id` is the anchor. */
export function Advertised({ id, ...parts }: CardSlots & { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(advertisedQuery());
  return (
    <div className="mx-auto max-w-page px-4 py-14 lg:py-20" id={id}>
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
    <div className="mb-2">
      <h2>In the window</h2>
      <p className="text-muted">What our sellers are advertising right now.</p>
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
            <Link className={buttonStyle('primary')} to={isGuest ? paths.register() : paths.sell()}>
              Sell an instrument
            </Link>
          }
          title="The window is empty today"
        >
          Here stands what sellers advertise. Yours could be the first.
        </EmptyState>
      </>
    );
  }
  const slides = products.map((product) => ({
    key: product._id,
    content: (
      <ProductCard
        booking={bookingStep(product)}
        heart={heartOf(product)}
        product={product}
        sizes={pictureSizes}
      />
    ),
  }));
  return (
    <Carousel
      heading={<Heading />}
      label="Advertised instruments"
      slideClassName={slideWidth}
      slides={slides}
    />
  );
}

function ShopWindowSkeleton() {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        Loading the advertised instruments
      </p>
      <div className="-mx-4 flex gap-4 overflow-hidden px-4 pt-[4.5rem] pb-4 sm:gap-6 sm:pt-5">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <div className={`shrink-0 ${slideWidth}`} key={place}>
            <ProductCardSkeleton />
          </div>
        ))}
      </div>
    </div>
  );
}
