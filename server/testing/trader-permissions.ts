import type { CallName } from '#contract/calls.ts';
import { onlyOwn, type PermissionRow, users, type World } from './permissions.ts';

const trader = { status: 'trader', name: 'Strings Ltd', address: '1 Mill Street, Bath' };

/** The rights to say that a user is a trader, and to withdraw from a purchase. */
export const traderPermissions = {
  stateTrader: [
    {
      request: ({ own }) => ({
        method: 'PUT',
        url: `/api/users/${own.id}/trader`,
        payload: trader,
      }),
      expected: onlyOwn,
    },
  ],
  withdrawFromSale: [
    {
      about: 'of an own purchase from a trader',
      request: async ({ people, own }) => {
        const seller = await people.trader();
        return withdrawal((await people.sell(seller, new Date(), own)).bookingId);
      },
      expected: users({ buyer: 404, seller: 404, own: 200, admin: 404 }),
    },
    {
      about: 'of an own sale as a trader',
      request: async ({ people, own }) => {
        await people.stateTrader(own);
        return withdrawal((await people.sell(own)).bookingId);
      },
      expected: users({ buyer: 404, seller: 404, own: 404, admin: 404 }),
    },
    {
      about: 'of an own purchase from a private seller',
      request: async ({ people, own }: World) => {
        const seller = await people.seller();
        return withdrawal((await people.sell(seller, new Date(), own)).bookingId);
      },
      expected: users({ buyer: 404, seller: 404, own: 409, admin: 404 }),
    },
  ],
} satisfies Partial<Record<CallName, readonly PermissionRow[]>>;

function withdrawal(bookingId: string) {
  return {
    method: 'POST' as const,
    url: `/api/bookings/${bookingId}/withdrawal`,
    payload: { confirm: true },
  };
}
