import type { CallName } from '#contract/calls.ts';
import { onlyOwn, type PermissionRow, users, type World } from './permissions.ts';

export const permittedAddress = {
  name: 'Ada Fife',
  lines: ['1 Mill Street'],
  postcode: 'BA1 1AA',
  city: 'Bath',
  country: 'GB',
};

/** The rights to read and set shipping addresses. */
export const deliveryPermissions = {
  readDeliveryAddress: {
    request: ({ own }) => ({ method: 'GET', url: `/api/users/${own.id}/address` }),
    expected: onlyOwn,
  },
  rememberDeliveryAddress: {
    request: ({ own }) => ({
      method: 'PUT',
      url: `/api/users/${own.id}/address`,
      payload: permittedAddress,
    }),
    expected: onlyOwn,
  },
  forgetDeliveryAddress: {
    request: ({ own }) => ({ method: 'DELETE', url: `/api/users/${own.id}/address` }),
    expected: onlyOwn,
  },
  changeBookingPhone: {
    request: async ({ people, own }: World) => {
      const productId = await people.make.product((await people.seller()).id);
      const bookingId = await people.book(own, productId);
      return {
        method: 'PUT' as const,
        url: `/api/bookings/${bookingId}/phone`,
        payload: { phone: '555 0123' },
      };
    },
    expected: users({ buyer: 404, seller: 404, own: 200, admin: 404 }),
  },
  changeBookingAddress: {
    request: async ({ people, own }: World) => {
      const seller = await people.seller();
      const { bookingId } = await people.sell(seller, new Date(), own);
      return {
        method: 'PUT' as const,
        url: `/api/bookings/${bookingId}/address`,
        payload: permittedAddress,
      };
    },
    // The own one is paid, and was not to be sent.
    expected: users({ buyer: 404, seller: 404, own: 409, admin: 404 }),
  },
} satisfies Partial<Record<CallName, PermissionRow | readonly PermissionRow[]>>;
