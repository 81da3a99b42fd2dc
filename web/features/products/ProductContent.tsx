import type { ReactNode } from 'react';
import type { SingleProduct } from '#contract/products.ts';
import { BookingBar } from './BookingBar.tsx';
import type { BookingStep } from './BookNow.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ConditionGuide } from './ConditionGuide.tsx';
import { paragraphsOf } from './facts.ts';
import { Gallery } from './gallery/Gallery.tsx';
import { picturesOf } from './gallery/pictures.ts';
import { ProductOffer } from './ProductOffer.tsx';

/**
 * The content of a product page. In one column on phones, with the booking bar at the bottom of the window; on wide
 * screens the offer stays beside pictures and text.
 */
export function ProductContent({
  product,
  booking,
  heart,
  more,
}: {
  product: SingleProduct;
  booking: BookingStep;
  heart: ReactNode;
  /** Further content at the end. */
  more: ReactNode;
}) {
  const isSold = product.status === 'sold';
  return (
    <article className="mx-auto max-w-page px-4 pt-4">
      <Breadcrumbs product={product} />
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-8 lg:gap-x-12 pb-8 md:grid-cols-2 md:pb-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div
          className={`h-fit min-w-0 rounded-lg border border-line bg-surface p-2 shadow-rest sm:p-3 ${isSold ? 'saturate-50' : ''}`}
        >
          <Gallery key={product._id} name={product.name} pictures={picturesOf(product)} />
        </div>
        <ProductOffer booking={booking} heart={heart} product={product} />
        <div className="space-y-12">
          <section aria-labelledby="description-heading">
            <h2 id="description-heading">In the seller’s words</h2>
            <div className="prose mt-4 whitespace-pre-line wrap-anywhere">
              {paragraphsOf(product.description).map((paragraph, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else, and never move
                <p dir="auto" key={index}>
                  {paragraph}
                </p>
              ))}
            </div>
          </section>
          <ConditionGuide condition={product.condition} />
        </div>
      </div>
      {more}
      {!isSold && <BookingBar booking={booking} product={product} />}
    </article>
  );
}
