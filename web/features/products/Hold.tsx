import { Link } from 'react-router';
import { labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { arriveTo, paths } from '#contract/page-paths.ts';
import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';
import { t } from '#contract/text.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { useIdentity } from '../../identity/identity.ts';
import { rememberProduct } from '../../identity/origin.ts';
import { type ButtonSize, buttonStyle } from '../../ui/button-style.ts';
import { formatMoney } from '../../ui/format.ts';
import { isOwn } from './BookNow.tsx';

type Product = ListedProduct | SingleProduct;

/** When the live hold of a product ends; null as soon as it has ended, whatever the cached data says. */
export function useHeldUntil({ heldUntil, status }: Product): string | null {
  const isHeld = useIsAhead(heldUntil);
  return isHeld && status !== 'sold' ? heldUntil : null;
}

/** Whose hold it is, for the person who looks at it. */
export function useSideOfHold({ bookingId, sellerEmail }: Product): 'holder' | 'seller' | 'other' {
  const identity = useIdentity();
  if (bookingId !== undefined) return 'holder';
  if (identity === null || identity === 'pending') return 'other';
  return isOwn({ sellerEmail }, identity) ? 'seller' : 'other';
}

/** With the price that is asked, where it is another one than beside it. */
function payWords({ bookedPrice }: Product): string {
  if (bookedPrice === undefined) return messages.booking.pay;
  const price = formatMoney(bookedPrice);
  return t`Pay ${price}`;
}

/**
 * What there is to do about a product on hold, in place of Book Now: the holder pays, the seller looks at the order,
 * and everyone else can ask on the product's page to be told when it is free.
 */
export function HoldStep({
  product,
  size = 'medium',
  className = '',
}: {
  product: Product;
  size?: ButtonSize;
  className?: string;
}) {
  const side = useSideOfHold(product);
  const identity = useIdentity();
  const { _id, bookingId = '', name } = product;
  const toAlert =
    identity === null || identity === 'pending'
      ? { to: paths.login(), state: rememberProduct(product, 'alert') }
      : { to: paths.product(_id), state: arriveTo('alert') };
  const steps = {
    holder: { words: payWords(product), to: paths.payment(bookingId) },
    seller: { words: messages.hold.order, to: paths.bookings('seller') },
    other: { words: messages.hold.tellMe, ...toAlert },
  };
  const { words, ...link } = steps[side];
  const variant = side === 'holder' ? 'primary' : 'quiet';
  return (
    <Link className={`${buttonStyle(variant, size)} ${className}`} {...link}>
      <span>{words}</span>
      <span className="sr-only">
        <span>{labelSeparator()}</span>
        <bdi>{name}</bdi>
      </span>
    </Link>
  );
}
