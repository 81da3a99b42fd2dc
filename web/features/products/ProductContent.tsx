import type { ReactNode } from 'react';
import { type Condition, conditions } from '#contract/constants.ts';
import type { SingleProduct } from '#contract/products.ts';
import { formatMoney } from '../../ui/format.ts';
import type { BookingStep } from './BookNow.tsx';
import { BookNow } from './BookNow.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { conditionMeanings, paragraphsOf } from './facts.ts';
import { Gallery } from './gallery/Gallery.tsx';
import { picturesOf } from './gallery/pictures.ts';
import { HoldBarStep } from './HoldNotice.tsx';
import { NearSection } from './NearSection.tsx';
import { type OfferState, ProductOffer } from './ProductOffer.tsx';

const loadFairPrice = async () => (await import('./around/FairPrice.tsx')).FairPrice;

/**
 * The content of a product page. In one column on phones, with the booking bar at the bottom of the window; on wide
 * screens the offer stays beside pictures and text.
 */
export function ProductContent({
  product,
  booking,
  heldUntil,
  mustWait,
  asksAtOnce,
  heart,
  more,
}: OfferState & {
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
        <ProductOffer
          asksAtOnce={asksAtOnce}
          booking={booking}
          heart={heart}
          heldUntil={heldUntil}
          mustWait={mustWait}
          product={product}
        />
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
          <NearSection
            failedTitle="What similar ones cost did not load"
            key={product._id}
            load={loadFairPrice}
            props={{ product }}
          />
        </div>
      </div>
      {more}
      {!isSold && !mustWait && (
        <BookingBar booking={booking} isHeld={heldUntil !== null} product={product} />
      )}
    </article>
  );
}

/**
 * Price and booking button at the bottom of the window on phones. It rests in the footer's margin at the end of the
 * page, so it never covers content for good. Its data attribute makes focused elements scroll clear of it
 * (base.css).
 */
function BookingBar({
  product,
  booking,
  isHeld,
}: {
  product: SingleProduct;
  booking: BookingStep;
  isHeld: boolean;
}) {
  const { name, price } = product;
  return (
    <div
      className="sticky bottom-0 z-20 -mx-4 -mb-16 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_rgb(30_18_10/0.12)] md:hidden"
      data-sticks-to-bottom=""
    >
      <span className="min-w-0">
        <span aria-hidden="true" className="block truncate text-left text-sm text-muted" dir="auto">
          {name}
        </span>
        <span className="price block text-2xl leading-tight">{formatMoney(price)}</span>
      </span>
      {isHeld ? (
        <div className="max-w-40 shrink-0">
          <HoldBarStep product={product} />
        </div>
      ) : (
        <BookNow className="shrink-0" productName={name} size="large" step={booking} />
      )}
    </div>
  );
}

/** Explains the product's condition next to the other possible ones. */
function ConditionGuide({ condition }: { condition: Condition }) {
  return (
    <section aria-labelledby="condition-heading">
      <h2 id="condition-heading">Its condition: {condition}</h2>
      <dl className="mt-4 max-w-prose">
        {conditions.map((word) => (
          <div
            className={
              word === condition
                ? 'border-l-[6px] border-double border-brass py-3 pl-5'
                : 'border-l border-line py-3 pl-5 text-muted [margin-inline-start:5px]'
            }
            key={word}
          >
            <dt className="font-display font-semibold">
              {word}
              {word === condition && <span className="sr-only"> (this instrument)</span>}
            </dt>
            <dd>{conditionMeanings[word]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
