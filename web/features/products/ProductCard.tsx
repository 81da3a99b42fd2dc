import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
import { useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { type BookingStep, BookNow } from './BookNow.tsx';
import { previewOf, yearsOfUseText } from './facts.ts';
import { HoldEnd, HoldStep, useHeldUntil } from './Hold.tsx';
import { OriginalPrice } from './OriginalPrice.tsx';
import { PublishedTime } from './PublishedTime.tsx';
import { Seller } from './Seller.tsx';

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
  /** The picture's rendered width, as a `sizes` value. */
  sizes: string;
  /** One below the list's heading. */
  heading?: 'h2' | 'h3';
}

/**
 * A product in a list; a sold one is not rendered. The link to its page covers the whole card, and the buttons lie
 * above it. Name and description have fixed heights, so that the cards of a row align.
 */
export function ProductCard({
  product,
  booking,
  heart,
  sizes,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const heldUntil = useHeldUntil(product);
  if (product.status === 'sold') return null;
  return (
    <article className="group/card relative flex min-w-0 flex-col rounded-lg border border-line bg-surface p-2 shadow-rest transition focus-within:border-brass hover:border-brass hover:shadow-lift">
      <div className="relative">
        <Picture address={product.image} alt="" sizes={sizes} source={product.picture} />
        <span className="absolute top-2 left-2 flex flex-col items-start gap-1">
          {product.status === 'advertise' && <Badge tone="brass">{messages.product.sale}</Badge>}
          {heldUntil !== null && <Badge tone="walnut">{messages.hold.badge}</Badge>}
        </span>
        <div className="absolute top-2 right-2 z-10">{heart}</div>
      </div>
      <div className="flex flex-1 flex-col px-3 pt-4 pb-3">
        <Prices product={product} />
        <Heading className="mt-2 text-lg line-clamp-3 leading-snug wrap-anywhere sm:line-clamp-2 sm:min-h-[2lh] underline-offset-4 decoration-1 group-hover/card:underline">
          <bdi>{product.name}</bdi>
        </Heading>
        <p className="mt-1 mb-4 sm:min-h-[3lh] text-sm text-muted" dir="auto">
          {previewOf(product.description)}
        </p>
        <Facts product={product} />
        <div className="mt-3 space-y-1 text-sm">
          <Seller className="font-semibold" seller={product} />
          <p className="flex items-center gap-1 text-muted">
            <Icon className="-ml-0.5 size-4" name="place" />
            <span className="truncate" dir="auto">
              {product.location}
            </span>
          </p>
        </div>
        {heldUntil !== null && (
          <p className="mt-3 rounded-md bg-sunken px-3 py-1.5 text-sm">
            {messages.hold.badge} until <HoldEnd at={heldUntil} />
          </p>
        )}
        <div className="mt-4 flex items-end justify-between gap-3">
          <p className="text-sm leading-snug text-muted">
            <Link
              className="text-link inline-block py-1 font-semibold after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              to={paths.product(product._id)}
            >
              {messages.product.details}
              <span className="sr-only">
                : <bdi>{product.name}</bdi>
              </span>
            </Link>
            <span className="block">
              Listed <PublishedTime time={product.time} />
            </span>
          </p>
          {heldUntil === null ? (
            <BookNow className="relative z-10 shrink-0" productName={product.name} step={booking} />
          ) : (
            <HoldStep className="relative z-10" product={product} />
          )}
        </div>
      </div>
    </article>
  );
}

function Prices({ product: { price, originalPrice } }: { product: ListedProduct }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
      <span className="price text-2xl leading-none">
        <span className="sr-only">Price </span>
        {formatMoney(price)}
      </span>
      <span className="text-sm text-muted">
        <OriginalPrice originalPrice={originalPrice} price={price} />
      </span>
    </p>
  );
}

function Facts({ product: { condition, year } }: { product: ListedProduct }) {
  const facts = [
    ['Condition', condition],
    ['Years of use', yearsOfUseText(year, useNow())],
    ['Bought in', year],
  ] as const;
  return (
    <dl className="mt-auto flex flex-wrap gap-x-5 *:first:grow border-y border-line py-2.5 text-sm leading-snug">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
