import { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { roles } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { CallFailure } from '../api/failures.ts';
import { pageMarkup, textOf } from '../features/products/page-samples.tsx';
import { ownRecordQuery } from '../features/session/own-record.ts';
import { cacheAt, userSample } from '../features/users/user-samples.ts';
import { dashboardPages } from '../pages.ts';
import { shopRoutes } from '../router.tsx';
import { pageDefinitionOf } from '../routing/page-definition.ts';
import { DashboardOf } from './DashboardFrame.tsx';
import { sideMenuItems } from './side-menu.ts';

const { email } = userSample();
const place = { pattern: paths.dashboard(), address: paths.dashboard() };
const routes = shopRoutes({
  queryClient: new QueryClient(),
  firstDataTimeoutMs: 0,
  signedInAs: () => null,
  isReturning: () => false,
  language: 'en',
});

describe('the side menu', () => {
  test.each([
    [
      'buyer',
      [
        ['', 'Dashboard'],
        [
          'Me',
          'My Bookings',
          'Offers',
          'Messages',
          'Wishlist',
          'Saved searches',
          'Reports and decisions',
          'Profile',
        ],
        ['My shop', 'Sell your instrument'],
      ],
    ],
    [
      'seller',
      [
        ['', 'Dashboard'],
        ['My shop', 'My Products', 'Add Product', 'My Orders', 'Offers', 'Earnings'],
        ['Me', 'Messages', 'Wishlist', 'Saved searches', 'Reports and decisions', 'Profile'],
      ],
    ],
    [
      'admin',
      [
        ['', 'Dashboard'],
        ['My shop', 'My Products', 'Add Product', 'My Orders', 'Offers'],
        ['Market', 'All Sellers', 'All Buyers', 'All Products', 'All Bookings', 'Moderation'],
        ['Money', 'Returns', 'Money'],
        ['Operation', 'Overview', 'Jobs and emails', 'Import and export', 'Audit log', 'Staff'],
        ['Me', 'Messages', 'Wishlist', 'Saved searches', 'Reports and decisions', 'Profile'],
      ],
    ],
  ] as const)('the side menu of a %s has what they may see', (role, groups) => {
    const { cache } = cacheAt({});
    cache.setQueryData(ownRecordQuery(email).queryKey, userSample({ role }));
    const markup = pageMarkup(<DashboardOf email={email} />, place, cache);
    cache.clear();
    const shown = [...markup.matchAll(/(?:<p[^>]*>([^<]*)<\/p>)?<ul[^>]*>(.*?)<\/ul>/g)].map(
      ([, heading = '', items = '']) => [
        heading,
        ...[...items.matchAll(/<li>(.*?)<\/li>/g)].map(([, entry = '']) => textOf(entry).trim()),
      ],
    );
    expect(shown.slice(0, groups.length)).toEqual(groups);
  });

  test.each(roles)('the side menu has only pages that are open to a %s', (role) => {
    for (const { path } of sideMenuItems({ role })) {
      const plan = pageDefinitionOf(matchRoutes(routes, path)?.at(-1)?.route ?? {});
      expect(plan?.path, path).toBe(path);
      if (role !== 'admin') expect(plan?.openTo, path).not.toBe('admins');
      if (role === 'buyer') expect(plan?.openTo, path).toBeUndefined();
    }
  });

  test('the side menu has admin-only pages for admins only', () => {
    const others = new Set(
      [...sideMenuItems({ role: 'buyer' }), ...sideMenuItems({ role: 'seller' })].map(
        ({ path }) => path,
      ),
    );
    const ofAdmins = dashboardPages.filter(
      ({ openTo, path }) => openTo === 'admins' && !path.includes('/:'),
    );
    const alone = sideMenuItems({ role: 'admin' })
      .map(({ path }) => path)
      .filter((path) => !others.has(path));
    expect(ofAdmins.map(({ path }) => path).toSorted()).toEqual(alone.toSorted());
  });

  test('the side menu of an admin has the pages of their areas only', () => {
    const names = sideMenuItems({ role: 'admin', areas: ['cases', 'money'] }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(
      expect.arrayContaining(['All Bookings', 'Moderation', 'Returns', 'Money']),
    );
    // Its part with the disputes belongs to the cases.
    expect(sideMenuItems({ role: 'admin', areas: ['cases'] }).map(({ name }) => name)).toContain(
      'Money',
    );
    for (const missing of ['All Sellers', 'All Products', 'Jobs and emails', 'Staff']) {
      expect(names).not.toContain(missing);
    }
  });

  test('the side menu has an entry for every dashboard page that needs no id, but the one that the report form leads to', () => {
    const linked = new Set(
      roles.flatMap((role) => sideMenuItems({ role }).map(({ path }) => path)),
    );
    const ownPages = dashboardPages.map(({ path }) => path).filter((path) => !path.includes('/:'));
    expect(ownPages.filter((path) => !linked.has(path))).toEqual([paths.stolen()]);
  });
});

describe('the dashboard', () => {
  test('the dashboard shows that it loads the user record first', () => {
    const { cache } = cacheAt({ readUser: () => userSample() });
    const words = textOf(pageMarkup(<DashboardOf email={email} />, place, cache));
    cache.clear();
    expect(words).toContain('Loading your dashboard');
    expect(words).not.toContain('Profile');
  });

  test('the dashboard says why the user record failed to load, and offers to try again', async () => {
    const { cache } = cacheAt({
      readUser: () => {
        throw new CallFailure({ status: 404, detail: 'There is nobody here' });
      },
    });
    await cache.prefetchQuery(ownRecordQuery(email));
    const words = textOf(pageMarkup(<DashboardOf email={email} />, place, cache));
    cache.clear();
    expect(words).toContain('There is nobody here');
    expect(words).toContain('Try again');
  });
});

describe('a page of the dashboard', () => {
  test.each(dashboardPages.map(({ path }) => path))('%s is inside of its frame', (path) => {
    const matches = matchRoutes(routes, path) ?? [];
    expect(matches.map(({ route }) => route.id)).toContain('frame/DashboardFrame.tsx');
    const plan = pageDefinitionOf(matches.at(-1)?.route ?? {});
    expect(plan?.isGuarded).toBe(true);
  });
});
