import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import type { Sale } from './read-sale.ts';

/* The steps that mails about a sale lead to. `shop` is the address of the shop, without a slash at the end. */

type SaleRef = Pick<Sale, 'bookingId' | 'productId'>;

export const toPay = ({ bookingId }: SaleRef, shop: string) => ({
  label: t`Pay by card`,
  link: shop + paths.payment(bookingId),
});
export const toBookings = (shop: string) => ({
  label: t`See your bookings`,
  link: shop + paths.bookings(),
});
export const toOrders = (shop: string) => ({
  label: t`See your orders`,
  link: shop + paths.bookings('seller'),
});
export const toReview = ({ bookingId }: SaleRef, shop: string) => ({
  label: t`Write a review`,
  link: shop + paths.payment(bookingId, 'review'),
});
export const toProduct = ({ productId }: SaleRef, shop: string) => ({
  label: t`See the instrument`,
  link: shop + paths.product(productId),
});
export const toHome = (shop: string) => ({
  label: t`Find another instrument`,
  link: shop + paths.home(),
});
