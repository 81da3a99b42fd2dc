import { Trans } from '@lingui/react/macro';
import type { FocusEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/product-names.ts';
import type { ListedProduct } from '#contract/products.ts';
import { t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { VerifiedSeal } from '../../ui/VerifiedSeal.tsx';
import { type BookingStep, BookNow } from './BookNow.tsx';
import { previewOf, yearsOfUseText } from './facts.ts';
import { HoldStep, useHeldUntil } from './Hold.tsx';
import { OriginalPrice } from './OriginalPrice.tsx';
import { PublishedTime } from './PublishedTime.tsx';

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
  /** Whether it is in sight when the page opens: its picture is loaded at once. */
  isFirst?: boolean;
  /** One below the list's heading. */
  heading?: 'h2' | 'h3';
}

/** Cards are at most 19 rem wide, and on phones there are two beside each other. */
const pictureSizes = '(min-width: 36rem) 19rem, 46vw';

/**
 * A product in a list; a sold one is not rendered. The link to its page covers the whole card, and the buttons lie
 * above it. In a list view (`list-view:`) the picture is beside the text, which then has all of its facts.
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
    <article
      onFocus={showWhole}
      className="group/card relative flex min-w-0 flex-col rounded-lg border border-line bg-surface shadow-rest transition hover:border-brass hover:shadow-lift has-focus-visible:border-brass list-view:flex-row"
    >
      <Link className="absolute inset-0 z-1 rounded-lg" to={paths.product(product._id)}>
        <span className="sr-only">
          <span>{messages.product.details}</span>
          <span>{labelSeparator()}</span>
          <bdi>{product.name}</bdi>
        </span>
      </Link>
      <div className="relative list-view:m-2 list-view:me-0 list-view:w-34 list-view:shrink-0 list-view:self-start list-view:overflow-hidden list-view:rounded-md list-view:@xl:w-52">
        <Picture
          address={product.image}
          alt=""
          isEager={isFirst}
          className="rounded-b-none"
          sizes={pictureSizes}
          source={product.picture}
        />
        <div className="absolute inset-x-2 top-2 flex flex-wrap items-start gap-1">
          {product.status === 'advertise' && (
            <Badge className="max-sm:px-1.5 max-sm:text-xs max-sm:leading-4" tone="brass">
              {messages.product.sale}
            </Badge>
          )}
          <div className="relative z-10 ms-auto">{heart}</div>
        </div>
        {heldUntil !== null && (
          <p className="absolute inset-x-0 bottom-0 bg-walnut px-2.5 py-px text-xs leading-4 text-on-walnut">
            <Trans>
              <span className="font-semibold">On hold</span> until <Moment at={heldUntil} />
            </Trans>
          </p>
        )}
      </div>
      <div className="relative flex min-w-0 flex-1 flex-col p-2 sm:px-3">
        <Prices product={product} />
        {note}
        {/* Not <bdi>: where a name is cut, that must be at its own end. */}
        <Heading
          className="mt-1 line-clamp-2 min-h-[2lh] text-[0.9375rem] leading-tight wrap-anywhere underline-offset-3 decoration-1 group-hover/card:underline list-view:line-clamp-none list-view:min-h-0 list-view:text-subheading"
          dir="auto"
        >
          {product.name}
        </Heading>
        <Facts product={product} />
        <Details product={product} />
        {/* A narrow card has a line for the seller, or two; a wide one would be too high with them. */}
        <div className="@container/foot mt-auto pt-1">
          <div className="flex flex-col gap-1 @min-[15.5rem]/foot:flex-row @min-[15.5rem]/foot:flex-wrap @min-[15.5rem]/foot:items-center @min-[15.5rem]/foot:gap-2">
            <SellerOf product={product} />
            {product.rating && (
              <p className="text-[0.8125rem]">
                <Rating rating={product.rating} />
              </p>
            )}
            {heldUntil === null ? (
              <BookNow
                className="z-10 shrink-0"
                productName={product.name}
                size="small"
                step={booking}
                variant="quiet"
              />
            ) : (
              <HoldStep className="z-10 shrink-0" product={product} size="small" />
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

const sellerStyle =
  'line-clamp-2 min-w-0 py-[0.2rem] leading-snug wrap-anywhere @min-[14rem]/foot:line-clamp-1';

/** The seller's name, which links to the seller's page unless the seller has been removed, and the seal. */
function SellerOf({ product: { sellerId, sellerName, userRole } }: { product: ListedProduct }) {
  return (
    <p className="flex min-w-0 grow items-center gap-1 text-[0.8125rem] @min-[15.5rem]/foot:basis-24">
      {sellerId === undefined ? (
        <span className={sellerStyle} dir="auto">
          {sellerName}
        </span>
      ) : (
        <Link
          className={`${sellerStyle} relative z-10 decoration-1 underline-offset-3 hover:underline`}
          dir="auto"
          to={paths.seller(sellerId)}
        >
          {sellerName}
        </Link>
      )}
      {userRole === 'verified' && (
        <VerifiedSeal className="z-10" label={messages.product.verifiedSeller} />
      )}
    </p>
  );
}

/** The original price is for the eye only where it says that the price is lower. */
function Prices({ product: { price, originalPrice } }: { product: ListedProduct }) {
  const isReduced = originalPrice !== undefined && originalPrice > price;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 leading-none">
      <span className="price min-w-0 text-xl leading-tight wrap-anywhere">
        <span className="sr-only">{t`Price`} </span>
        <span>{formatMoney(price)}</span>
      </span>
      <span className={isReduced ? 'text-sm text-muted' : 'sr-only'}>
        <OriginalPrice isBrief originalPrice={originalPrice} price={price} />
      </span>
    </p>
  );
}

function Facts({ product: { condition, year, location } }: { product: ListedProduct }) {
  return (
    <p className="mt-0.5 line-clamp-2 text-[0.8125rem] leading-snug wrap-anywhere text-muted sm:line-clamp-none sm:flex list-view:flex-wrap">
      <span className="sr-only">{t`Condition`} </span>
      <span className="sm:whitespace-pre">{`${conditionNames[condition]} · `}</span>
      <span className="sr-only">{t`Years of use`} </span>
      <span className="sm:whitespace-pre">{`${yearsOfUseText(year, useNow())} · `}</span>
      <span className="sm:min-w-0 sm:truncate list-view:whitespace-normal" dir="auto">
        {location}
      </span>
    </p>
  );
}

/** What else the card says: to the eye in a list view, to screen readers always. */
function Details({ product: { description, year, time } }: { product: ListedProduct }) {
  const preview = previewOf(description.trim());
  return (
    <div className="sr-only leading-snug list-view:not-sr-only list-view:mt-1.5 list-view:max-w-prose list-view:text-sm">
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
