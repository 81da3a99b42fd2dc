import type { Role } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { mayActIn } from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { dashboardPages } from '../pages.ts';
import type { MenuGroup, PageArea } from '../routing/page-definition.ts';
import type { IconName } from '../ui/Icon.tsx';

export interface SideMenuItem {
  name: string;
  path: string;
  icon: IconName;
}

export interface SideMenuGroup {
  /** Missing above the dashboard's home, which stands alone. */
  heading: string | undefined;
  items: readonly SideMenuItem[];
}

/** What is private comes last for people who sell. */
const groupsOf: Record<Role, readonly MenuGroup[]> = {
  buyer: ['top', 'me', 'shop'],
  seller: ['top', 'shop', 'me'],
  admin: ['top', 'shop', 'market', 'money', 'operation', 'me'],
};

const headings: Record<MenuGroup, () => string | undefined> = {
  top: () => undefined,
  me: () => t`Me`,
  shop: () => t`My shop`,
  market: () => t`Market`,
  money: () => t`Money`,
  operation: () => t`Operation`,
};

type Viewer = Pick<User, 'role' | 'areas'>;

/**
 * The side menu of a user: the pages that say so for the role in their `menu`, without those of areas that an admin does not
 * have, and without what this shop is run without.
 */
export function sideMenu(user: Viewer): SideMenuGroup[] {
  const { role } = user;
  const groups = groupsOf[role].map((group) => ({
    heading: headings[group](),
    items: dashboardPages
      .flatMap(({ menu, title, path, exists, area }) => {
        if (!menu || !title || menu.in[role] !== group || exists?.({}) === false) return [];
        if (area && !mayOpen(area, user)) return [];
        const name = t((role !== 'buyer' && menu.sellerTitle) || title);
        return [{ name, path, icon: menu.icon, rank: menu.rank }];
      })
      .sort((one, other) => one.rank - other.rank),
  }));
  return groups.filter(({ items }) => items.length > 0);
}

/** Whether a user may open a page of admins: with its area, or with one of several. */
export function mayOpen(area: PageArea, user: Viewer): boolean {
  return [area].flat().some((one) => mayActIn(one, user));
}

/** All pages in the side menu of a user. */
export function sideMenuItems(user: Viewer): SideMenuItem[] {
  return sideMenu(user).flatMap(({ items }) => items);
}
