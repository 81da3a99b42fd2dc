import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { isolate, labelSeparator } from '#contract/isolate.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { useIdentity } from '../../identity/identity.ts';
import { rememberProduct } from '../../identity/origin.ts';
import { Icon } from '../../ui/Icon.tsx';
import { type Wishable, wishProductMutation } from './queries.ts';

/**
 * A product's wishlist heart. It is filled as soon as it is pressed, and emptied again when the server refuses. A filled
 * heart links to the wishlist, where items are removed. A guest is asked to log in, and finds the heart filled afterwards on
 * the product's page.
 */
export function WishlistHeart({
  product,
  addsAtOnce = false,
  isOnCard = false,
}: {
  product: Wishable;
  /** Adds the product without another press, because a link elsewhere was pressed for it. */
  addsAtOnce?: boolean;
  /** Whether it lies on the picture of a card. */
  isOnCard?: boolean;
}) {
  const { name } = product;
  const identity = useIdentity();
  const { mutate, isIdle, isPending, isSuccess, error } = useMutation(wishProductMutation());
  const user = identity === 'pending' ? null : identity;
  const style = isOnCard ? 'heart heart-on-card' : 'heart';
  // The arrow keys reach it on a card (`ProductCard`).
  const tabIndex = isOnCard ? -1 : undefined;
  const isAdded = product.wishlist === 'added' || isPending || isSuccess;

  const add = () => {
    if (user === null) return;
    mutate({ product, email: user.email, buyerName: user.name });
  };
  const addAtOnce = useEffectEvent(() => {
    if (!isAdded) add();
  });
  useEffect(() => {
    if (addsAtOnce) addAtOnce();
  }, [addsAtOnce]);

  if (user === null) {
    return (
      <Link
        className={style}
        state={rememberProduct(product, 'wish')}
        tabIndex={tabIndex}
        to={paths.login()}
      >
        <Icon name="heart" />
        <span className="sr-only">{t`Add to your wishlist: ${name}`}</span>
      </Link>
    );
  }
  if (isAdded) {
    return (
      <Link
        className={`${style} heart-full`}
        ref={isIdle ? null : keepFocus}
        tabIndex={tabIndex}
        to={paths.wishlist()}
      >
        <Icon className={isOnCard ? 'size-5 max-sm:size-4' : 'size-5'} name="heart" />
        {messages.product.wishlisted}
        <span className="sr-only">{labelSeparator() + isolate(name)}</span>
      </Link>
    );
  }
  return (
    <span className="flex flex-col items-end gap-1">
      <button
        className={style}
        onClick={add}
        ref={isIdle ? null : keepFocus}
        tabIndex={tabIndex}
        type="button"
      >
        <Icon name="heart" />
        <span className="sr-only">{t`Add to your wishlist: ${name}`}</span>
      </button>
      {error && (
        <span
          className="max-w-48 rounded-md bg-surface px-2 py-1 text-xs font-medium text-red shadow-rest"
          role="status"
        >
          {error.message}
        </span>
      )}
    </span>
  );
}

/** The heart as a render prop for product lists. */
export function heartOf(product: Wishable): ReactNode {
  return <WishlistHeart isOnCard product={product} />;
}

/** The pressed button is replaced: its replacement takes the focus. */
function keepFocus(successor: HTMLElement | null): void {
  if (document.activeElement === document.body) successor?.focus({ preventScroll: true });
}
