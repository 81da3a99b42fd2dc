import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import { inEveryMenu, type PageDefinition } from '../../routing/page-definition.ts';
import { readFor } from '../session/own-record.ts';

/** Most visitors never open these pages. */
const loadQueries = () => import('./queries.ts');

export const usersPages: readonly PageDefinition[] = [
  {
    path: paths.dashboard.pattern,
    page: lazyPage(
      'features/users/DashboardPage.tsx',
      async () => (await import('./DashboardPage.tsx')).DashboardPage,
    ),
    title: msg`Dashboard`,
    menu: { icon: 'home', rank: 0, in: { buyer: 'top', seller: 'top', admin: 'top' } },
    reads: async (queryClient, _params, email) => {
      if (email === null) return;
      const { readDashboard } = await loadQueries();
      await readDashboard(queryClient, email);
    },
  },
  {
    path: paths.allSellers.pattern,
    page: lazyPage(
      'features/users/AllSellersPage.tsx',
      async () => (await import('./AllSellersPage.tsx')).AllSellersPage,
    ),
    title: msg`All Sellers`,
    menu: { icon: 'people', rank: 20, in: { admin: 'market' } },
    openTo: 'admins',
    area: 'people',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, async () => {
        const { usersQuery } = await loadQueries();
        return openList(queryClient, usersQuery('seller'), isReturn);
      }),
  },
  {
    path: paths.allBuyers.pattern,
    page: lazyPage(
      'features/users/AllBuyersPage.tsx',
      async () => (await import('./AllBuyersPage.tsx')).AllBuyersPage,
    ),
    title: msg`All Buyers`,
    menu: { icon: 'people', rank: 21, in: { admin: 'market' } },
    openTo: 'admins',
    area: 'people',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, async () => {
        const { usersQuery } = await loadQueries();
        return openList(queryClient, usersQuery('buyer'), isReturn);
      }),
  },
  {
    path: paths.audit.pattern,
    page: lazyPage(
      'features/users/AuditPage.tsx',
      async () => (await import('./AuditPage.tsx')).AuditPage,
    ),
    title: msg`Audit log`,
    menu: { icon: 'list', rank: 43, in: { admin: 'operation' } },
    openTo: 'admins',
    area: 'shop',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, async () => {
        const { auditQuery } = await loadQueries();
        return openList(queryClient, auditQuery(), isReturn);
      }),
  },
  {
    path: paths.staff.pattern,
    page: lazyPage(
      'features/users/StaffPage.tsx',
      async () => (await import('./StaffPage.tsx')).StaffPage,
    ),
    title: msg`Staff`,
    menu: { icon: 'people', rank: 44, in: { admin: 'operation' } },
    openTo: 'admins',
    area: 'shop',
    reads: (queryClient, _params, email, { isReturn }) =>
      readFor('admins', queryClient, email, async () => {
        const { staffQuery } = await loadQueries();
        return openList(queryClient, staffQuery(), isReturn);
      }),
  },
  {
    path: paths.profile.pattern,
    page: lazyPage(
      'features/users/ProfilePage.tsx',
      async () => (await import('./ProfilePage.tsx')).ProfilePage,
    ),
    title: msg`Profile`,
    menu: { icon: 'person', rank: 54, in: inEveryMenu },
  },
];
