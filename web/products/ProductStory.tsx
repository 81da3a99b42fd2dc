import type { ReactNode } from 'react';
import type { SingleProduct } from '#contract/products.ts';
import { Picture } from '../ui/Picture.tsx';
import { BookingBar } from './BookingBar.tsx';
import type { BookingStep } from './BookNow.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ConditionGuide } from './ConditionGuide.tsx';
import { paragraphsOf } from './facts.ts';
import { ProductOffer } from './ProductOffer.tsx';

/**
 * Everything about one instrument. On a phone one after the other, with the booking bar at the bottom of the window until
 * the end of the story; on a wide screen the offer stays beside picture and words.
 */
export function ProductStory({
  product,
  booking,
  heart,
}: {
  product: SingleProduct;
  booking: BookingStep;
  heart: ReactNode;
}) {
  const isSold = product.status === 'sold';
  return (
    <article className="mx-auto max-w-page px-4 pt-4">
      <Breadcrumbs product={product} />
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-8 lg:gap-x-12 pb-8 md:grid-cols-2 md:pb-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="h-fit rounded-lg border border-line bg-surface p-2 shadow-rest sm:p-3">
          <Picture
            address={product.image}
            alt={product.name}
            className={isSold ? 'saturate-50' : ''}
            fit="contain"
            isPriority
            sizes="(min-width: 75rem) 41rem, (min-width: 64rem) 55vw, (min-width: 48rem) 45vw, 92vw"
            source={product.picture}
          />
        </div>
        <ProductOffer booking={booking} heart={heart} product={product} />
        <div className="space-y-12">
          <section aria-labelledby="description-heading">
            <h2 id="description-heading">In the seller’s words</h2>
            <div className="prose mt-4 whitespace-pre-line">
              {paragraphsOf(product.description).map((paragraph, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else, and never move
                <p key={index}>{paragraph}</p>
              ))}
            </div>
          </section>
          <ConditionGuide condition={product.condition} />
        </div>
      </div>
      {!isSold && <BookingBar booking={booking} product={product} />}
    </article>
  );
}
