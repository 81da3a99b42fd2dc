import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { roleNames } from '#contract/constants.ts';
import type { User } from '#contract/users.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { sideMenu } from './dashboard-menu.ts';
import { sideStyle } from './navigation-styles.ts';

/**
 * The dashboard pages that this user may open: beside the page, or in a horizontal strip above it on small screens.
 */
export function SideMenu({ user }: { user: User }) {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page brings its own entry into sight
  useEffect(() => showCurrent(list.current), [pathname]);
  return (
    <nav aria-label="Dashboard" className="lg:sticky lg:top-24 lg:self-start">
      <div className="mb-4 flex items-center gap-3 px-3 max-lg:hidden">
        <Avatar
          address={user.image}
          className="size-11"
          name={user.name}
          sizes="3rem"
          source={user.picture}
        />
        <p className="min-w-0 leading-tight">
          <span className="block truncate font-semibold">{user.name}</span>
          <span className="text-sm text-muted">{roleNames[user.role]}</span>
        </p>
      </div>
      <ul
        className="relative flex gap-x-1 overflow-x-auto border-b border-line max-lg:-mx-4 max-lg:px-4 max-lg:py-1 lg:flex-col lg:overflow-visible lg:border-b-0"
        ref={list}
      >
        {sideMenu[user.role].map(({ name, path, icon }) => (
          <li key={path}>
            <NavLink className={sideStyle} end to={path}>
              <Icon className="size-5 text-muted" name={icon} />
              <span>{name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Centres the current entry in the strip by scrolling the strip only, never the page. */
function showCurrent(list: HTMLElement | null): void {
  const entry = list?.querySelector<HTMLElement>('[aria-current="page"]')?.parentElement;
  if (!list || !entry) return;
  list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2;
}
