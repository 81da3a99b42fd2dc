import type { QueryClient } from '@tanstack/react-query';
import type { ListedProduct } from '#contract/products.ts';
import { afterWishlistChange } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';

/** What a heart needs of its product. */
export type Wishable = Pick<ListedProduct, '_id' | 'name' | 'price' | 'image' | 'wishlist'>;

/**
 * Adds a product to the signed-in user's wishlist. A plain function instead of a mutation, because hearts are on the
 * first page, which would otherwise have to load TanStack's mutation code. Rejects with the refusal.
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
    afterWishlistChange(client);
  }
}
