import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ListedProduct } from '#contract/products.ts';
import { afterWishlistChange } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';
import { useIdentity } from '../../identity/identity.ts';
import { rememberProduct } from '../../identity/origin.ts';
import { Icon } from '../../ui/Icon.tsx';

const look =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full border px-2.5 text-sm font-semibold shadow-rest transition';
const looks = {
  empty: `${look} border-line bg-surface text-muted hover:border-brass hover:text-brass`,
  full: `${look} border-brass bg-brass-tint text-brass`,
} as const;

/** The state after pressing the heart: it counts as added until it is refused. */
type Wish = 'unasked' | 'added' | { refusal: string };

/**
 * A product's wishlist heart. It fills optimistically and reverts when the server refuses. A filled heart links to
 * the wishlist, where items are removed. A guest is sent to the login page
 * and finds it filled afterwards, on the product's page.
 */
export function WishlistHeart({
  product,
  addsAtOnce = false,
}: {
  product: Wishable;
  /** Adds the product without another press, because a link elsewhere was pressed for it. */
  addsAtOnce?: boolean;
}) {
  const identity = useIdentity();
  const client = useQueryClient();
  const [wish, setWish] = useState<Wish>('unasked');

  const user = identity === 'pending' ? null : identity;
  const isAdded = product.wishlist === 'added' || wish === 'added';

  const add = () => {
    if (user === null) return;
    setWish('added');
    wishProduct(client, { product, email: user.email, buyerName: user.name }).then(
      () => toast.success(messages.toast.wishlistAdded),
      (refusal: Error) => {
        setWish({ refusal: refusal.message });
        toast.error(refusal.message);
      },
    );
  };
  const addAtOnce = useEffectEvent(() => {
    if (!isAdded) add();
  });
  useEffect(() => {
    if (addsAtOnce) addAtOnce();
  }, [addsAtOnce]);

  if (user === null) {
    return (
      <Link className={looks.empty} state={rememberProduct(product._id, 'wish')} to={paths.login()}>
        <Icon name="heart" />
        <span className="sr-only">Add to your wishlist: {product.name}</span>
      </Link>
    );
  }
  if (isAdded) {
    return (
      <Link
        className={looks.full}
        ref={wish === 'unasked' ? null : keepFocus}
        to={paths.wishlist()}
      >
        <Icon className="size-5 fill-current!" name="heart" />
        {messages.product.wishlisted}
        <span className="sr-only">: {product.name}</span>
      </Link>
    );
  }
  return (
    <span className="flex flex-col items-end gap-1">
      <button
        className={looks.empty}
        onClick={add}
        ref={wish === 'unasked' ? null : keepFocus}
        type="button"
      >
        <Icon name="heart" />
        <span className="sr-only">Add to your wishlist: {product.name}</span>
      </button>
      {wish !== 'unasked' && (
        <span
          className="max-w-48 rounded-md bg-surface px-2 py-1 text-xs font-medium text-red shadow-rest"
          role="status"
        >
          {wish.refusal}
        </span>
      )}
    </span>
  );
}

/** The heart as a render prop for product lists. */
export function heartOf(product: Wishable): ReactNode {
  return <WishlistHeart product={product} />;
}

/** The pressed button is replaced: its replacement takes the focus. */
function keepFocus(successor: HTMLElement | null): void {
  if (document.activeElement === document.body) successor?.focus({ preventScroll: true });
}

/** What a heart needs of its product. */
type Wishable = Pick<ListedProduct, '_id' | 'name' | 'price' | 'image' | 'wishlist'>;

/**
 * Adds a product to the signed-in user's wishlist. A plain function instead of a mutation, because hearts are on the
 * first page, which would otherwise have to load TanStack's mutation code. Rejects with the refusal.
 */
async function wishProduct(
  client: QueryClient,
  { product, ...person }: { product: Wishable; email: string; buyerName: string },
): Promise<void> {
  const { _id: id, image, name, price } = product;
  const body = { wishlist: 'added' as const, ...person, image, name, price };
  try {
    await apiOf(client).call('wishProduct', { params: { id }, body });
  } finally {
    afterWishlistChange(client);
  }
}
