import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { shopZones, shownZone } from '#contract/delivery/shop-zones.ts';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { conditionNames } from '#contract/products/product-names.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { msg, plural, t } from '#contract/text.ts';
import { Moment } from '../../hydration/Moment.tsx';
import { useNow } from '../../hydration/site.ts';
import { aboutProduct } from '../../identity/origin.ts';
import { categoryLink } from '../../routing/browse-links.ts';
import { Badge } from '../../ui/Badge.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { formatDay, formatMoney, formatMonth } from '../../ui/format.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { SentenceWith, Shown } from '../../ui/Owned.tsx';
import { Rating } from '../../ui/Rating.tsx';
import { transitText } from '../delivery/transit-text.ts';
import { madeText } from '../instruments/kind-texts.ts';
import { type BookingStep, BookNow } from './BookNow.tsx';
import { reservationText, savingPercent, yearsOfUseText } from './facts.ts';
import { HoldNotice } from './HoldNotice.tsx';
import { OriginalPrice } from './OriginalPrice.tsx';
import { PublishedTime } from './PublishedTime.tsx';
import { TraderNotice } from './TraderNotice.tsx';
import { VerifiedBadge } from './VerifiedBadge.tsx';

/** A product and what can be done with it. */
export interface OfferState {
  product: SingleProduct;
  booking: BookingStep;
  /** When the live hold ends, null when it is free. */
  heldUntil: string | null;
  /** The reader held it last and cannot book it again yet. */
  mustWait: boolean;
  /** The reader has pressed 'Notify me' elsewhere. */
  asksAtOnce: boolean;
  /** The way to offer less than the price. */
  offer: ReactNode;
}

/** Name, price, the booking button, facts and seller. It stays in view while the text beside it scrolls. */
export function ProductOffer({
  product,
  booking,
  heldUntil,
  mustWait,
  asksAtOnce,
  offer,
  heart,
  actionPlace,
}: OfferState & {
  heart: ReactNode;
  /** Around the booking button, or what takes its place. */
  actionPlace: Ref<HTMLDivElement>;
}) {
  const isSold = product.status === 'sold';
  return (
    <div className="h-fit min-w-0 md:sticky md:top-24 md:row-span-2">
      {product.status !== 'available' && (
        <p className="mb-3 flex">
          {isSold ? (
            <Badge tone="walnut">{messages.product.sold}</Badge>
          ) : (
            <Badge tone="brass">{messages.product.sale}</Badge>
          )}
        </p>
      )}
      <div className="flex items-start justify-between gap-4">
        <h1 className={`min-w-0 wrap-anywhere ${headingSize(product.name)}`} tabIndex={-1}>
          <bdi lang={product.language}>{product.name}</bdi>
        </h1>
        {heart}
      </div>
      <Price product={product} />
      {isSold && <SoldNotice category={product.category} soldAt={product.soldAt} />}
      <div ref={actionPlace}>
        {!isSold && heldUntil !== null && (
          <HoldNotice asksAtOnce={asksAtOnce} heldUntil={heldUntil} product={product} />
        )}
        {!isSold && heldUntil === null && mustWait && <WaitNotice from={product.bookableFrom} />}
        {!isSold && heldUntil === null && !mustWait && (
          <Booking booking={booking} product={product} />
        )}
      </div>
      <div className="mt-3 empty:hidden">{offer}</div>
      <ProductFacts product={product} />
      {!isSold && product.delivery?.shipping && (
        <Delivery delivery={product.delivery} from={product.location} />
      )}
      <SoldBy product={product} />
      {!isSold && shopHas('messages') && !('isEdit' in booking) && (
        <Link
          className={`${buttonStyle('quiet')} mt-3`}
          state={aboutProduct(product)}
          to={paths.writeAbout(product._id)}
        >
          <Icon name="message" />
          {t`Ask the seller`}
        </Link>
      )}
      {!isSold && <BriefPromises isTraders={product.withdrawalDays !== undefined} />}
      <p className="mt-5 text-sm text-muted">
        <Trans>
          Listed <PublishedTime isExact time={product.time} />
        </Trans>
      </p>
    </div>
  );
}

/** A long name takes a smaller size, so that price and button stay in view beside the picture. */
function headingSize(name: string): string {
  if (name.length <= 28) return '';
  return name.length <= 60 ? 'text-heading' : 'text-subheading';
}

function Booking({ booking, product }: Pick<OfferState, 'booking' | 'product'>) {
  const { name, holdHours } = product;
  return (
    <div className="mt-5">
      <BookNow className="w-full" productName={name} size="large" step={booking} />
      {holdHours !== undefined && !('isEdit' in booking) && (
        <p className="mt-2 text-center text-sm text-muted">{reservationText(holdHours)}</p>
      )}
    </div>
  );
}

/** From where to where it is sent, for how much and how it travels; without it an instrument is fetched, which needs no word. */
function Delivery({
  delivery: { pickup, shipping = {}, days },
  from,
}: {
  delivery: ListingDelivery;
  from: string;
}) {
  // The owner may have removed all zones to which it was sent.
  if (shopZones().every(({ id }) => shipping[id] === undefined)) {
    return pickup ? null : (
      <p className="mt-5 text-sm text-muted">{t`Ask the seller how you get it`}</p>
    );
  }
  return (
    <div className="mt-5">
      <p className="text-sm text-muted">
        {pickup ? t`Pick it up, or have it shipped from ${from}` : t`It ships from ${from}`}
      </p>
      <ul>
        {shopZones().flatMap((zone) => {
          const cost = shipping[zone.id];
          if (cost === undefined) return [];
          return (
            <li className="flex justify-between gap-4" key={zone.id}>
              <span>
                <span>
                  <Shown {...shownZone(zone)} />
                </span>
                <span className="block text-sm text-muted empty:hidden">{transitText(zone)}</span>
              </span>
              <span className="price">{cost === 0 ? t`free` : formatMoney(cost)}</span>
            </li>
          );
        })}
      </ul>
      {days !== undefined && (
        <p className="text-sm text-muted">
          {t`The seller sends it within ${plural(days, { one: '# day', other: '# days' })} of the payment.`}
        </p>
      )}
    </div>
  );
}

function SoldBy({ product }: { product: SingleProduct }) {
  const month = formatMonth(product.sellerSince);
  return (
    <div className="mt-5">
      <p className="text-sm text-muted">{t`Sold by`}</p>
      <Seller seller={product} />
      {product.rating && (
        <p className="text-sm">
          <Rating isLong rating={product.rating} />
        </p>
      )}
      <p className="text-sm text-muted">
        <Trans>
          Member since <time dateTime={product.sellerSince}>{month}</time>
        </Trans>
      </p>
      {product.trader && (
        <div className="mt-2">
          <TraderNotice trader={product.trader} withdrawalDays={product.withdrawalDays} />
        </div>
      )}
    </div>
  );
}

/**
 * The seller's name with the verified badge. A long name is truncated, the badge never is. The name links to the seller's
 * page, unless the seller has been removed.
 */
function Seller({ seller: { sellerId, sellerName, userRole } }: { seller: SingleProduct }) {
  return (
    <span className="flex min-w-0 items-center gap-1 text-lg font-semibold">
      {sellerId !== undefined ? (
        <Link className="text-link truncate py-1" dir="auto" to={paths.seller(sellerId)}>
          {sellerName}
        </Link>
      ) : (
        <span className="truncate" dir="auto">
          {sellerName}
        </span>
      )}
      {userRole === 'verified' && <VerifiedBadge label={messages.product.verifiedSeller} />}
    </span>
  );
}

/** The notice to the reader who held it last. */
function WaitNotice({ from = '' }: { from: string | undefined }) {
  return (
    <p className="mt-6 rounded-lg bg-sunken p-5">
      <Trans>
        You had the last hold on it, so others get the first chance to book it. If nobody does, you
        can book it again from <Moment at={from} />.
      </Trans>
    </p>
  );
}

/** The promises of the home page (`promises.ts`), in a line each. */
export const briefPromises: readonly { icon: IconName; text: string }[] = [
  {
    icon: 'returns',
    get text() {
      const returnDays = daysToReturn();
      return t`Return it within ${plural(returnDays, { one: '# day', other: '# days' })} for a full refund; if the seller contests it, the shop decides`;
    },
  },
  {
    icon: 'card',
    get text() {
      return t`Pay safely by card; the seller never sees your card`;
    },
  },
  {
    icon: 'shield',
    get text() {
      return t`Reserve it, and nobody else can buy it`;
    },
  },
];

/** A trader's sale has the right of withdrawal, which its notice says, instead of the shop's return. */
function BriefPromises({ isTraders }: { isTraders: boolean }) {
  const promises = briefPromises.filter(({ icon }) => !isTraders || icon !== 'returns');
  return (
    <ul aria-label={t`What you can count on`} className="mt-5 space-y-2 text-sm">
      {promises.map(({ icon, text }) => (
        <li className="flex items-start gap-3" key={icon}>
          <Icon className="mt-0.5 size-5 shrink-0 text-brass" name={icon} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The price. The saving is shown while the product can be bought. */
function Price({
  product: { price, originalPrice, priceBefore, status },
}: {
  product: SingleProduct;
}) {
  const saving = status === 'sold' ? undefined : savingPercent(price, originalPrice);
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="price relative bg-brass-tint py-2.5 pe-5 ps-10 text-4xl leading-none [clip-path:polygon(1.1rem_0,100%_0,100%_100%,1.1rem_100%,0_50%)] rtl:[clip-path:polygon(0_0,calc(100%_-_1.1rem)_0,100%_50%,calc(100%_-_1.1rem)_100%,0_100%)] before:absolute before:top-1/2 before:start-4 before:size-2.5 before:-translate-y-1/2 before:rounded-full before:bg-paper">
        <span className="sr-only">{t`Price`} </span>
        <span>{formatMoney(price)}</span>
      </span>
      <span className="flex flex-col items-start gap-1 text-muted">
        <span>
          <OriginalPrice originalPrice={originalPrice} price={price} />
        </span>
        {saving !== undefined && <Badge tone="green">{t`You save ${saving}%`}</Badge>}
        {priceBefore !== undefined && status !== 'sold' && (
          <Badge tone="green">{t`Price dropped from ${formatMoney(priceBefore)}`}</Badge>
        )}
      </span>
    </p>
  );
}

/** The key facts of a used instrument: when it was made leads, since when its seller has it is small. */
function ProductFacts({ product }: { product: SingleProduct }) {
  const { made, condition, location, year } = product;
  const facts: readonly (readonly [term: string, value: string | number, isSmall?: true])[] = [
    ...(made ? ([[t`Year made`, madeText(made)]] as const) : []),
    [t`Condition`, conditionNames[condition]],
    [t`Location`, location],
    [t`Years of use`, yearsOfUseText(year, useNow()), true],
    [t`Bought in`, year, true],
  ];
  return (
    <dl className="mt-6 grid grid-cols-2 border-t border-line">
      {facts.map(([term, value, isSmall]) => (
        <div className="min-w-0 border-b border-line py-2.5 odd:pe-4" key={term}>
          <dt className="text-sm text-muted">{term}</dt>
          <dd className={isSmall ? 'text-sm' : 'font-semibold'}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const moreOf: Readonly<Record<Category, string>> = textsOf({
  Brass: msg`More brass instruments`,
  Keyboard: msg`More keyboard instruments`,
  Woodwind: msg`More woodwind instruments`,
  String: msg`More string instruments`,
  Percussion: msg`More percussion instruments`,
});

const moreIn = (category: string) => t`More in ${category}`;

/** Replaces the booking button on a sold product and links to similar ones. */
function SoldNotice({
  category,
  soldAt,
}: {
  category: Category | undefined;
  soldAt: string | undefined;
}) {
  const day = soldAt && formatDay(soldAt);
  return (
    <div className="mt-6 rounded-lg bg-sunken p-5">
      <p className="font-display text-subheading font-semibold">
        {day ? t`Sold on ${day}` : t`It has found its next player.`}
      </p>
      <p className="mt-1 text-muted">{t`This instrument is sold and can no longer be booked.`}</p>
      <Link
        className={`${buttonStyle('quiet')} mt-4`}
        to={category ? categoryLink(category) : paths.home()}
      >
        {category
          ? (moreOf[category] ?? (
              <SentenceWith say={moreIn} texts={[shownCategoryName(category)]} />
            ))
          : t`See what else is in the shop`}
      </Link>
    </div>
  );
}
