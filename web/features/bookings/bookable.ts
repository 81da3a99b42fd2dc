import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';

/** What the booking modal needs of a product. */
export type Bookable = Pick<
  ListedProduct | SingleProduct,
  '_id' | 'name' | 'price' | 'image' | 'delivery' | 'country'
> & {
  sellerEmail: string | { email: string };
};

export interface BookingModalProps {
  product: Bookable;
  onClose: () => void;
}
