import type { CallName } from '#contract/calls.ts';
import { alertPermissions } from './alert-permissions.ts';
import { bookingPermissions } from './booking-permissions.ts';
import { csvPermissions } from './csv-permissions.ts';
import { deliveryPermissions } from './delivery-permissions.ts';
import { disputePermissions } from './dispute-permissions.ts';
import { fulfilmentPermissions } from './fulfilment-permissions.ts';
import { keyPermissions } from './key-permissions.ts';
import { messagePermissions } from './message-permissions.ts';
import { offerPermissions } from './offer-permissions.ts';
import { operationsPermissions } from './operations-permissions.ts';
import { paymentPermissions } from './payment-permissions.ts';
import { payoutPermissions } from './payout-permissions.ts';
import {
  anyUser,
  everybody,
  get,
  identities,
  onlyAdmin,
  onlyOwn,
  ownAndAdmin,
  type PermissionRow,
  users,
} from './permissions.ts';
import { pushPermissions } from './push-permissions.ts';
import { reportPermissions } from './report-permissions.ts';
import { reviewPermissions } from './review-permissions.ts';
import { sellingPermissions } from './selling-permissions.ts';
import { traderPermissions } from './trader-permissions.ts';
import { webhookPermissions } from './webhook-permissions.ts';

/** Every call of the contract has its rows: the compiler misses those of a call that is added, and a test does too. */
export const callPermissions: Record<CallName, PermissionRow | readonly PermissionRow[]> = {
  ...bookingPermissions,
  ...fulfilmentPermissions,
  ...disputePermissions,
  ...paymentPermissions,
  ...payoutPermissions,
  ...sellingPermissions,
  ...alertPermissions,
  ...keyPermissions,
  ...webhookPermissions,
  ...pushPermissions,
  ...messagePermissions,
  ...operationsPermissions,
  ...csvPermissions,
  ...offerPermissions,
  ...reportPermissions,
  ...reviewPermissions,
  ...traderPermissions,
  ...deliveryPermissions,
  issueAccessToken: {
    request: get(({ known }) => `/jwt?email=${known}`),
    expected: identities(200),
  },
  createUser: {
    request: ({ known }) => ({
      method: 'POST',
      url: '/api/users',
      payload: { name: 'Ada Fife', email: known, role: 'buyer' },
    }),
    // The sender has a user already, so an allowed request gets 409.
    expected: identities(409),
  },
  readUser: { request: get(({ own }) => `/users/${own.email}`), expected: ownAndAdmin },
  readIsAdmin: { request: get(({ own }) => `/users/admin/${own.email}`), expected: ownAndAdmin },
  readIsSeller: { request: get(({ own }) => `/users/seller/${own.email}`), expected: ownAndAdmin },
  listUsers: { request: get(() => '/users?role=buyer'), expected: onlyAdmin },
  verifySeller: {
    request: ({ own }) => ({ method: 'PUT', url: `/api/users/${own.id}`, payload: {} }),
    expected: onlyAdmin,
  },
  readVerification: {
    request: get(({ own }) => `/users/${own.id}/verification`),
    expected: ownAndAdmin,
  },
  requestVerification: {
    request: ({ own }) => ({
      method: 'PUT',
      url: `/api/users/${own.id}/verification`,
      payload: { text: 'My workshop is on Mill Road', links: ['https://mill-road.example'] },
    }),
    expected: onlyOwn,
  },
  withdrawVerification: {
    request: ({ own }) => ({ method: 'DELETE', url: `/api/users/${own.id}/verification` }),
    expected: onlyOwn,
  },
  listStaff: { request: get(() => '/staff'), expected: onlyAdmin },
  changeAreas: {
    request: async ({ people }) => ({
      method: 'PUT',
      url: `/api/staff/${(await people.admin()).id}/areas`,
      payload: { areas: ['money'] },
    }),
    expected: onlyAdmin,
  },
  becomeSeller: {
    request: ({ own }) => ({
      method: 'PUT',
      url: `/api/users/${own.id}/role`,
      payload: { role: 'seller' },
    }),
    expected: onlyOwn,
  },
  changeUser: {
    request: ({ own }) => ({
      method: 'PATCH',
      url: `/api/users/${own.id}`,
      payload: { name: 'Flora Finch' },
    }),
    expected: ownAndAdmin,
  },
  readRemovalEffects: {
    request: get(({ own }) => `/users/${own.id}/removal`),
    expected: ownAndAdmin,
  },
  removeUser: {
    request: ({ own }) => ({ method: 'DELETE', url: `/api/users/${own.id}` }),
    expected: ownAndAdmin,
  },
  removeUserForReason: {
    request: ({ own }) => ({
      method: 'POST',
      url: `/api/users/${own.id}/removal`,
      payload: { reason: 'They asked us to' },
    }),
    expected: onlyAdmin,
  },
  exportUser: { request: get(({ own }) => `/users/${own.id}/export`), expected: ownAndAdmin },
  readSummary: { request: get(() => '/summary'), expected: anyUser },
  readOverview: { request: get(() => '/overview'), expected: onlyAdmin },
  readLaunch: { request: get(() => '/launch'), expected: onlyAdmin },
  readTasks: { request: get(() => '/tasks'), expected: anyUser },
  listAudit: { request: get(() => '/audit'), expected: onlyAdmin },
  uploadImage: {
    request: () => ({
      method: 'POST',
      url: '/api/images',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    }),
    // The form is empty, so every request that is let in gets 400.
    expected: everybody(400),
  },
  uploadClip: {
    request: () => ({
      method: 'POST',
      url: '/api/clips',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x--\r\n',
    }),
    // The form is empty, so every request that is let in gets 400.
    expected: users({ buyer: 400, seller: 400, own: 400, admin: 400 }),
  },
  readImageUpload: { request: get(() => '/images/upload'), expected: everybody(200) },
  listAdvertised: {
    request: get(() => '/products?status=advertise'),
    // A sender with an invalid token counts as a guest.
    expected: everybody(200),
  },
  listOwnProducts: {
    request: get(({ own }) => `/products?email=${own.email}`),
    expected: ownAndAdmin,
  },
  readProduct: {
    request: get(({ productId }) => `/products/${productId}`),
    expected: everybody(200),
  },
  listCategory: { request: get(() => '/category/Brass'), expected: anyUser },
  // A sender with an invalid token counts as a guest.
  searchProducts: { request: get(() => '/search?q=trumpet'), expected: everybody(200) },
  listKinds: { request: get(() => '/kinds'), expected: everybody(200) },
  suggestKinds: { request: get(() => '/kinds?q=tele'), expected: everybody(200) },
  readKind: { request: get(() => '/kinds/trumpet'), expected: everybody(200) },
  browseInstruments: { request: get(() => '/instruments?kind=trumpet'), expected: everybody(200) },
  suggestBrands: { request: get(() => '/brands?q=ya'), expected: everybody(200) },
  // The shop of this test has no pages, so every request that is let in gets 404.
  readShopPage: { request: get(() => '/pages/imprint'), expected: everybody(404) },
  // Nor has it a blog of its own.
  listBlogPosts: { request: get(() => '/blog'), expected: everybody(200) },
  readBlogPost: { request: get(() => '/blog/new-strings'), expected: everybody(404) },
  suggestSearches: { request: get(() => '/search/suggestions?q=tr'), expected: everybody(200) },
};
