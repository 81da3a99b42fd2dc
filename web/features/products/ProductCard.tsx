import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { isRightToLeft } from '../../ui/direction.ts';
import { formatMoney } from '../../ui/format.ts';
import { SentenceWith } from '../../ui/Owned.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { kindLine } from '../instruments/kind-texts.ts';
import { kindsQuery } from '../instruments/queries.ts';
import { type BookingStep, BookNow } from './BookNow.tsx';
import { previewOf, yearsOfUseText } from './facts.ts';
import { HoldStep, useHeldUntil } from './Hold.tsx';
import { OriginalPrice, PriceBefore } from './OriginalPrice.tsx';
import { PublishedTime } from './PublishedTime.tsx';
import { VerifiedSeal } from './VerifiedSeal.tsx';

/** Render props of product cards, so that pages can pass in other features' parts. */
export interface CardSlots {
  /** Opens the booking modal for a product. */
  book: (product: ListedProduct) => void;
  /** Renders a product's wishlist heart. */
  heartOf: (product: ListedProduct) => ReactNode;
}

interface ProductCardProps {
  product: ListedProduct;
  /** What Book Now does; the page knows the current user. */
  booking: BookingStep;
  heart: ReactNode;
  /** Below the price. */
  note?: ReactNode;
  /** Whether it is in sight when the page opens: its picture is loaded immediately. */
  isFirst?: boolean;
  /** One below the list's heading. */
  heading?: 'h2' | 'h3';
}

/** Cards are at most 19 rem wide, and on phones there are two beside each other. */
const pictureSizes = '(min-width: 36rem) 19rem, 46vw';

/**
 * A product in a list; a sold one is not rendered. Its look, with that in a list view, is in product-card.css.
 */
export function ProductCard({
  product,
  booking,
  heart,
  note,
  isFirst = false,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const heldUntil = useHeldUntil(product);
  if (product.status === 'sold') return null;
  return (
    <article className="product-card" onFocus={showWhole} onKeyDown={moveInside}>
      <Link className="product-card-link" to={paths.product(product._id)}>
        <span className="sr-only">
          <span>{messages.product.details}</span>
          <span>{labelSeparator()}</span>
          <bdi>{product.name}</bdi>
        </span>
      </Link>
      <div className="product-card-picture">
        <Picture
          address={product.image}
          alt=""
          isEager={isFirst}
          sizes={pictureSizes}
          source={product.picture}
        />
        <div className="product-card-corner">
          {product.status === 'advertise' && <Badge tone="brass">{messages.product.sale}</Badge>}
          {product.priceBefore !== undefined && <Badge tone="green">{t`Price dropped`}</Badge>}
        </div>
        <div className="product-card-edge">
          {heldUntil === null && product.kind !== undefined && (
            <KindLine facts={product.facts} id={product.kind} />
          )}
          <div className="product-card-heart">{heart}</div>
        </div>
        {heldUntil !== null && (
          <p className="product-card-hold">
            <Trans>
              <span className="font-semibold">On hold</span> until <Moment at={heldUntil} />
            </Trans>
          </p>
        )}
      </div>
      <div className="product-card-text">
        <Prices product={product} />
        {note}
        {/* Not <bdi>: where a name is cut, that must be at its own end. */}
        <Heading className="product-card-name" dir="auto" lang={product.language}>
          {product.name}
        </Heading>
        <Facts product={product} />
        <Details product={product} />
        <div className="product-card-foot">
          <div>
            <SellerOf product={product} />
            {heldUntil === null ? (
              <BookNow productName={product.name} size="small" step={booking} variant="quiet" />
            ) : (
              <HoldStep product={product} size="small" />
            )}
          </div>
        </div>
      </div>
    </article>
  );
}

/** In a row that scrolls sideways, browsers leave a card that shows its edge where it is. */
function showWhole({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible')) {
    currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

/**
 * The Tab key stops at the product and at its booking, so that a list is passed quickly. The arrow keys reach the heart and the
 * seller too.
 */
function moveInside(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const isForward = (key === 'ArrowRight') !== isRightToLeft(currentTarget);
  const next = stops[stops.findIndex((stop) => stop.matches(':focus')) + (isForward ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * The seller's name, which links to the seller's page unless the seller has been removed; below it the seal and what buyers
 * say.
 */
function SellerOf({
  product: { sellerId, sellerName, userRole, rating },
}: {
  product: ListedProduct;
}) {
  const isVerified = userRole === 'verified';
  return (
    <div className="product-card-seller">
      <p>
        {sellerId === undefined ? (
          <span dir="auto">{sellerName}</span>
        ) : (
          <Link dir="auto" tabIndex={-1} to={paths.seller(sellerId)}>
            {sellerName}
          </Link>
        )}
      </p>
      {(isVerified || rating) && (
        <p>
          {isVerified && <VerifiedSeal label={messages.product.verifiedSeller} />}
          {rating && <Rating rating={rating} />}
        </p>
      )}
    </div>
  );
}

/** The original price is for the eye only where it says that the price is lower, and was not lowered lately: that says more. */
function Prices({ product: { price, originalPrice, priceBefore } }: { product: ListedProduct }) {
  const isReduced = originalPrice !== undefined && originalPrice > price && !priceBefore;
  return (
    <p className="product-card-prices">
      <span className="price">
        <span className="sr-only">{t`Price`} </span>
        <span>{formatMoney(price)}</span>
      </span>
      {priceBefore !== undefined && <PriceBefore price={priceBefore} />}
      <span className={isReduced ? 'text-sm text-muted' : 'sr-only'}>
        <OriginalPrice isBrief originalPrice={originalPrice} price={price} />
      </span>
    </p>
  );
}

/** The kind and the one fact that matters, on the picture, so that nothing moves when the kinds have loaded. */
function KindLine({ id, facts }: { id: string; facts: ListedProduct['facts'] }) {
  const { data: kinds } = useQuery(kindsQuery());
  const kind = kinds?.find((one) => one.id === id);
  if (!kind) return null;
  return (
    <p
      data-loaded-when-near=""
      className="min-w-0 truncate rounded-sm bg-surface/95 px-1.5 text-xs leading-5 text-ink sm:text-[0.8125rem]"
    >
      <SentenceWith say={(...texts) => texts.join(' · ')} texts={kindLine(kind, facts)} />
    </p>
  );
}

function Facts({ product: { condition, year, location } }: { product: ListedProduct }) {
  return (
    <p className="product-card-facts">
      <span className="sr-only">{t`Condition`} </span>
      <span>{`${conditionNames[condition]} · `}</span>
      <span className="sr-only">{t`Years of use`} </span>
      <span>{`${yearsOfUseText(year, useNow())} · `}</span>
      <span dir="auto">{location}</span>
    </p>
  );
}

/** What else the card says: to the eye in a list view, to screen readers always. */
function Details({ product: { description, year, time } }: { product: ListedProduct }) {
  const preview = previewOf(description.trim());
  return (
    <div className="product-card-details">
      {preview !== '' && (
        <p className="wrap-anywhere" dir="auto">
          {preview}
        </p>
      )}
      <p className="text-muted">
        <Trans>
          <span>Bought in {year} · Listed </span>
          <PublishedTime time={time} />
        </Trans>
      </p>
      <p aria-hidden="true" className="text-link font-semibold">
        {messages.product.details}
      </p>
    </div>
  );
}
