import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { readFor } from '../session/own-record.ts';
import { allBookingsQuery, bookingsQuery, returnsQuery } from './queries.ts';

export const bookingsPages: readonly PageDefinition[] = [
  {
    path: paths.bookings.pattern,
    page: lazyPage(
      'features/bookings/BookingsPage.tsx',
      async () => (await import('./BookingsPage.tsx')).BookingsPage,
    ),
    title: msg`My Bookings`,
    menu: {
      icon: 'calendar',
      rank: 12,
      in: { buyer: 'me', seller: 'shop', admin: 'shop' },
      sellerTitle: msg`My Orders`,
    },
    reads: async (queryClient, _params, email, { isReturn }) => {
      if (email !== null) await openList(queryClient, bookingsQuery(email, 'buyer'), isReturn);
    },
  },
  {
    path: paths.allBookings.pattern,
    page: lazyPage(
      'features/bookings/AllBookingsPage.tsx',
      async () => (await import('./AllBookingsPage.tsx')).AllBookingsPage,
    ),
    title: msg`All Bookings`,
    menu: { icon: 'calendar', rank: 23, in: { admin: 'market' } },
    openTo: 'admins',
    area: 'cases',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, () =>
        openList(queryClient, allBookingsQuery(), isReturn),
      ),
  },
  {
    path: paths.returns.pattern,
    page: lazyPage(
      'features/bookings/ReturnsPage.tsx',
      async () => (await import('./ReturnsPage.tsx')).ReturnsPage,
    ),
    title: msg`Returns`,
    menu: { icon: 'returns', rank: 30, in: { admin: 'money' } },
    openTo: 'admins',
    area: 'cases',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, () => openList(queryClient, returnsQuery(), isReturn)),
  },
];
