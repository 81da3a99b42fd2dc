import { openList } from '../api/paged-query.ts';
import { alertSettingsQuery } from '../features/alerts/queries.ts';
import { allBookingsQuery, bookingsQuery, returnsQuery } from '../features/bookings/queries.ts';
import { offerSideOf, offersQuery } from '../features/offers/queries.ts';
import { overviewQuery, periodOf } from '../features/overview/queries.ts';
import { allProductsQuery, ownProductsQuery, productQuery } from '../features/products/queries.ts';
import { savedSearchesQuery } from '../features/search/saved/queries.ts';
import { tasksQuery } from '../features/tasks/queries.ts';
import {
  auditQuery,
  ownRecordQuery,
  readFor,
  summaryQuery,
  usersQuery,
} from '../features/users/queries.ts';
import { wishlistQuery } from '../features/wishlist/queries.ts';
import type { FirstReads } from './page-definition.ts';

/** The first data of the dashboard's pages, by the name of their path. */
export const dashboardReads = {
  dashboard: async (queryClient, _params, email) => {
    if (email === null) return;
    await Promise.all([
      queryClient.ensureQueryData(ownRecordQuery(email)),
      queryClient.ensureQueryData(summaryQuery()),
      queryClient.ensureQueryData(tasksQuery()),
    ]);
  },
  overview: (queryClient, _params, email, { search }) =>
    readFor('admins', queryClient, email, () =>
      queryClient.ensureQueryData(overviewQuery(periodOf(search))),
    ),
  addProduct: (queryClient, _params, email) =>
    readFor('sellers', queryClient, email, (seller) =>
      queryClient.ensureQueryData(ownRecordQuery(seller)),
    ),
  // The edit form must start from the current data, not from what was cached a while ago.
  editProduct: (queryClient, { id = '' }, email) =>
    readFor('sellers', queryClient, email, () => queryClient.fetchQuery(productQuery(id))),
  bookings: async (queryClient, _params, email, { isReturn }) => {
    if (email !== null) await openList(queryClient, bookingsQuery(email, 'buyer'), isReturn);
  },
  offers: async (queryClient, _params, email, { isReturn, search }) => {
    if (email === null) return;
    const side = offerSideOf(search) ?? 'buyer';
    await Promise.all([
      openList(queryClient, offersQuery(email, side, 'live'), isReturn),
      openList(queryClient, offersQuery(email, side, 'ended'), isReturn),
    ]);
  },
  wishlist: async (queryClient, _params, email, { isReturn }) => {
    if (email !== null) await openList(queryClient, wishlistQuery(email), isReturn);
  },
  savedSearches: async (queryClient, _params, email) => {
    if (email === null) return;
    await Promise.all([
      queryClient.ensureQueryData(savedSearchesQuery(email)),
      queryClient.ensureQueryData(alertSettingsQuery()),
    ]);
  },
  myProducts: (queryClient, _params, email, { isReturn }) =>
    readFor('sellers', queryClient, email, (seller) =>
      openList(queryClient, ownProductsQuery(seller), isReturn),
    ),
  allSellers: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () =>
      openList(queryClient, usersQuery('seller'), isReturn),
    ),
  allBuyers: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () =>
      openList(queryClient, usersQuery('buyer'), isReturn),
    ),
  allProducts: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () =>
      openList(queryClient, allProductsQuery(), isReturn),
    ),
  allBookings: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () =>
      openList(queryClient, allBookingsQuery(), isReturn),
    ),
  returns: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () => openList(queryClient, returnsQuery(), isReturn)),
  audit: (queryClient, _params, email, { isReturn }) =>
    readFor('admins', queryClient, email, () => openList(queryClient, auditQuery(), isReturn)),
} satisfies Record<string, FirstReads>;
