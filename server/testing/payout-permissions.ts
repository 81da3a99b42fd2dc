import type { CallName } from '#contract/calls.ts';
import { addInvoice, addPayout, releaseMoney } from './payout-builders.ts';
import {
  everybody,
  get,
  onlyAdmin,
  onlyOwn,
  ownAndAdmin,
  type PermissionRow,
  users,
} from './permissions.ts';

/** Sellers see their own money, and say where it is paid; the rest is for admins. */
export const payoutPermissions = {
  readEarnings: {
    request: get(({ own }) => `/earnings?email=${own.email}`),
    expected: ownAndAdmin,
  },
  readStatement: {
    request: get(({ own }) => `/earnings/statement?email=${own.email}&month=2026-11`),
    expected: ownAndAdmin,
  },
  listPayouts: { request: get(() => '/payouts?state=due'), expected: onlyAdmin },
  listOwnPayouts: {
    request: get(({ own }) => `/payouts?email=${own.email}`),
    expected: ownAndAdmin,
  },
  startPayout: {
    request: async ({ people, own }) => {
      const { bookingId } = await people.sell(own);
      await releaseMoney(people.deps.database, bookingId);
      return { method: 'POST', url: '/api/payouts', payload: { email: own.email } };
    },
    expected: { ...onlyAdmin, admin: 201 },
  },
  changePayout: {
    request: async ({ people, own }) => {
      const id = await addPayout(people.deps.database, { sellerId: own.id, state: 'taken' });
      const payload = { state: 'paid', reference: 'Transfer 7' };
      return { method: 'PUT', url: `/api/payouts/${id}`, payload };
    },
    expected: onlyAdmin,
  },
  listSellerCommissions: {
    request: get(({ own }) => `/users/${own.id}/commissions`),
    expected: onlyAdmin,
  },
  agreeCommission: {
    request: ({ own }) => ({
      method: 'POST',
      url: `/api/users/${own.id}/commissions`,
      payload: { commission: { percent: 0 }, reason: 'A museum', appliesFrom: inADay() },
    }),
    expected: { ...onlyAdmin, admin: 201 },
  },
  readBankFile: { request: get(() => '/payouts/bank.csv'), expected: onlyAdmin },
  readPayoutAccount: {
    request: get(({ own }) => `/payout-account?email=${own.email}`),
    expected: ownAndAdmin,
  },
  changePayoutAccount: {
    request: ({ own: { email } }) => ({
      method: 'PUT',
      url: '/api/payout-account',
      payload: { email, holder: 'Ada Fife', number: 'DE89 3704 0044 0532 0130 00' },
    }),
    expected: onlyOwn,
  },
  openPayoutAccount: {
    request: ({ own: { email } }) => ({
      method: 'POST',
      url: '/api/payout-account',
      payload: { email },
    }),
    // The shop of this test pays manually, so an allowed request gets 409.
    expected: users({ buyer: 403, seller: 403, own: 409, admin: 403 }),
  },
  receivePayoutEvent: {
    request: () => ({ method: 'POST', url: '/api/webhooks/payouts', payload: { id: 'evt_1' } }),
    // The signature decides, not the sender; these requests have none.
    expected: everybody(400),
  },
  listInvoices: { request: get(() => '/invoices'), expected: onlyAdmin },
  listOwnInvoices: {
    request: get(({ own }) => `/invoices?email=${own.email}`),
    expected: ownAndAdmin,
  },
  readInvoice: {
    request: async ({ people, own }) => ({
      url: `/api/invoices/${await addInvoice(people.deps.database, own.id)}`,
    }),
    expected: users({ buyer: 404, seller: 404, own: 200, admin: 200 }),
  },
  readInvoicesFile: { request: get(() => '/invoices/list.csv'), expected: onlyAdmin },
  readBillingDetails: {
    request: get(({ own }) => `/billing-details?email=${own.email}`),
    expected: ownAndAdmin,
  },
  changeBillingDetails: {
    request: ({ own: { email } }) => ({
      method: 'PUT',
      url: '/api/billing-details',
      payload: { email, name: 'Ada Fife', address: '1 Mill Street\nBath', country: 'GB' },
    }),
    expected: onlyOwn,
  },
  listLedger: { request: get(() => '/ledger'), expected: onlyAdmin },
  readBalances: { request: get(() => '/ledger/balances'), expected: onlyAdmin },
  listDifferences: { request: get(() => '/ledger/differences'), expected: onlyAdmin },
} satisfies Partial<Record<CallName, PermissionRow>>;

const inADay = () => new Date(Date.now() + 86_400_000).toISOString();
