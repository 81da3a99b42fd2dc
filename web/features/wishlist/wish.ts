import type { QueryClient } from '@tanstack/react-query';
import type { ListedProduct } from '#contract/products.ts';
import { apiOf } from '../../api/query-client.ts';

/** What a heart needs to know of its product. */
export type Wishable = Pick<ListedProduct, '_id' | 'name' | 'price' | 'image' | 'wishlist'>;

/**
 * Puts a product on the wishlist of the person who is signed in. A plain function, because hearts are on the first page,
 * which has no other mutation to load the machinery of mutations for. Rejects with the refusal.
 */
export async function wishProduct(
  client: QueryClient,
  { product, ...person }: { product: Wishable; email: string; buyerName: string },
): Promise<void> {
  const { _id: id, image, name, price } = product;
  const body = { wishlist: 'added' as const, ...person, image, name, price };
  try {
    await apiOf(client).call('wishProduct', { params: { id }, body });
  } finally {
    makeWishesStale(client);
  }
}

/** After the wishlist has changed. The hearts on cards and pages are the caller's own flag on the product. */
export function makeWishesStale(client: QueryClient): void {
  for (const queryKey of [['wishlist'], ['products']]) void client.invalidateQueries({ queryKey });
}
