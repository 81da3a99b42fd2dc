import type { Role } from '#contract/constants.ts';
import { paths } from '../addresses.ts';
import type { IconName } from '../ui/Icon.tsx';
import type { Head } from './head.ts';

/** A page of the dashboard as the side menu names it. */
export interface DashboardPlace {
  name: string;
  path: string;
  icon: IconName;
  description: string;
}

const home = {
  name: 'Dashboard',
  path: paths.dashboard(),
  icon: 'home',
  description: 'Your own page at Reprise.',
} as const satisfies DashboardPlace;

const allSellers = {
  name: 'All Sellers',
  path: paths.allSellers(),
  icon: 'people',
  description: 'Everybody who sells at Reprise.',
} as const satisfies DashboardPlace;

const allBuyers = {
  name: 'All Buyers',
  path: paths.allBuyers(),
  icon: 'people',
  description: 'Everybody who buys at Reprise.',
} as const satisfies DashboardPlace;

const audit = {
  name: 'Audit',
  path: paths.audit(),
  icon: 'list',
  description: 'Who verified or deleted whom, and when.',
} as const satisfies DashboardPlace;

const profile = {
  name: 'Profile',
  path: paths.profile(),
  icon: 'person',
  description: 'Your name, picture and password at Reprise.',
} as const satisfies DashboardPlace;

export const dashboardPlaces = { home, allSellers, allBuyers, audit, profile };

/** The side menu of each role, in its order (specification, section 2). What has no page yet has no entry. */
export const sideMenu: Record<Role, readonly DashboardPlace[]> = {
  buyer: [home, profile],
  seller: [home, profile],
  admin: [home, allSellers, allBuyers, audit, profile],
};

/** What a page of the dashboard says about itself. */
export function headOfPlace({ name, description, path }: DashboardPlace): Head {
  return { title: name, description, path };
}
