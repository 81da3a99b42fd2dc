import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { type Condition, conditions } from '#contract/constants.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatMoney } from '../../ui/format.ts';
import { useInSight } from '../../ui/use-in-sight.ts';
import { Clips } from '../clips/Clips.tsx';
import { FactsTable } from '../instruments/FactsTable.tsx';
import { shownKindQuery } from '../instruments/queries.ts';
import { ReportLink } from '../moderation/ReportLink.tsx';
import type { BookingStep } from './BookNow.tsx';
import { BookNow } from './BookNow.tsx';
import { conditionMeanings, reservationText } from './facts.ts';
import { Gallery } from './gallery/Gallery.tsx';
import { picturesOf } from './gallery/pictures.ts';
import { HoldBarStep } from './HoldNotice.tsx';
import { NearSection } from './NearSection.tsx';
import { ProductDescription } from './ProductDescription.tsx';
import { type OfferState, ProductOffer } from './ProductOffer.tsx';
import { trailOf } from './product-heads.ts';

// Near its place only, as its data.
const FairPrice = lazy(async () => ({
  default: (await import('./around/FairPrice.tsx')).FairPrice,
}));

const CodePhotoNote = lazy(async () => ({
  default: (await import('./CodePhotoNote.tsx')).CodePhotoNote,
}));

const SoldBeforeNote = lazy(async () => ({
  default: (await import('./SoldBeforeNote.tsx')).SoldBeforeNote,
}));

const BorderNote = lazy(async () => ({
  default: (await import('./BorderNote.tsx')).BorderNote,
}));

/** Pictures and text, and beside them on wide screens the offer; the skeleton has the same columns. */
export const productGrid =
  'mt-4 grid grid-cols-1 gap-x-8 gap-y-8 pb-8 md:grid-cols-2 md:pb-4 lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)] lg:gap-x-10 xl:grid-cols-[minmax(0,1fr)_25rem]';

/**
 * The content of a product page. In one column on phones, with a booking bar at the bottom of the window; on wide
 * screens the offer stays beside pictures and text.
 */
export function ProductContent({
  product,
  booking,
  heldUntil,
  mustWait,
  asksAtOnce,
  offer,
  heart,
  more,
}: OfferState & {
  heart: ReactNode;
  /** Further content at the end. */
  more: ReactNode;
}) {
  const isSold = product.status === 'sold';
  const { place, isInSight } = useInSight<HTMLDivElement>();
  return (
    // The height is that of the window, so that sections which load when near do not push a footer that is in view.
    <article className="mx-auto max-w-page px-4 pt-4 md:min-h-dvh">
      <Trail product={product} />
      <div className={productGrid}>
        <div className={`h-fit min-w-0 ${isSold ? 'saturate-50' : ''}`}>
          <Gallery key={product._id} name={product.name} pictures={picturesOf(product)} />
        </div>
        <ProductOffer
          actionPlace={place}
          asksAtOnce={asksAtOnce}
          booking={booking}
          heart={heart}
          heldUntil={heldUntil}
          mustWait={mustWait}
          offer={offer}
          product={product}
        />
        <div className="min-w-0 space-y-8">
          {product.codePhoto && (
            <Note key={product._id}>
              <CodePhotoNote codePhoto={product.codePhoto} id={product._id} />
            </Note>
          )}
          {product.soldHereBefore && (
            <Note key={`sold ${product._id}`}>
              <SoldBeforeNote soldIn={product.soldHereBefore} />
            </Note>
          )}
          {(product.delivery?.closed ?? (product.materials && product.materials[0] !== 'none')) && (
            <Note key={`borders ${product._id}`}>
              <BorderNote product={product} />
            </Note>
          )}
          <FactsTable product={product} />
          <ProductDescription
            key={`description ${product._id}`}
            language={product.language}
            text={product.description}
          />
          {product.clips && (
            <section>
              <h2 className="text-subheading">{t`Hear it`}</h2>
              <Clips clips={product.clips} />
            </section>
          )}
          <ConditionGuide condition={product.condition} />
          <NearSection key={`prices ${product._id}`}>
            <Suspense>
              <FairPrice product={product} />
            </Suspense>
          </NearSection>
          <ReportLink id={product._id} kind="product" label={t`Report this listing`} />
        </div>
      </div>
      {more}
      {!isSold && !mustWait && (
        <BookingBar
          booking={booking}
          isHeld={heldUntil !== null}
          isShown={!isInSight}
          product={product}
        />
      )}
    </article>
  );
}

/** A line that opens, near its place only. Its height is reserved. */
function Note({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-15">
      <NearSection>
        <Suspense>{children}</Suspense>
      </NearSection>
    </div>
  );
}

/**
 * Price and booking button at the bottom of the window on phones, while those of the offer are out of sight. It rests in the
 * footer's margin at the end of the page, so it never covers content permanently. Its data attribute makes focused elements
 * scroll clear of it (base.css).
 */
function BookingBar({
  product,
  booking,
  isHeld,
  isShown,
}: {
  product: SingleProduct;
  booking: BookingStep;
  isHeld: boolean;
  isShown: boolean;
}) {
  const { name, price, holdHours } = product;
  return (
    <div
      className={`sticky bottom-0 z-20 -mx-4 -mb-8 flex items-center justify-between gap-4 border-t border-line bg-surface px-4 pt-3 sm:-mb-16 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-6px_20px_rgb(30_18_10/0.12)] md:hidden ${isShown ? 'animate-appear' : 'invisible'}`}
      data-sticks-to-bottom={isShown ? '' : undefined}
    >
      <div className="min-w-0">
        <span className="price block whitespace-nowrap text-2xl leading-tight">
          {formatMoney(price)}
        </span>
        {!isHeld && holdHours !== undefined && !('isEdit' in booking) && (
          <span className="block text-sm leading-snug text-muted">
            {reservationText(holdHours)}
          </span>
        )}
      </div>
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

/** The product's condition in one line, which opens to what it and the other possible ones mean. */
function ConditionGuide({ condition }: { condition: Condition }) {
  const name = conditionNames[condition];
  return (
    <div className="border-t border-line">
      <Disclosure
        id="condition"
        size="small"
        teaser={t`What Excellent, Good and Fair mean`}
        title={t`Its condition: ${name}`}
      >
        <dl className="max-w-prose">
          {conditions.map((word) => (
            <div
              className={
                word === condition
                  ? 'border-s-[6px] border-double border-brass py-2 ps-5'
                  : 'border-s border-line py-2 ps-5 text-muted [margin-inline-start:5px]'
              }
              key={word}
            >
              <dt className="font-display font-semibold">
                <span>{conditionNames[word]}</span>
                {word === condition && <span className="sr-only"> {t`(this instrument)`}</span>}
              </dt>
              <dd>{conditionMeanings[word]}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}

/** The way to the product from the home page. */
function Trail({ product }: { product: SingleProduct }) {
  const { data: kind } = useQuery({
    ...shownKindQuery(product.kind ?? ''),
    enabled: product.kind !== undefined,
  });
  return <Breadcrumbs steps={trailOf(product, kind)} />;
}
