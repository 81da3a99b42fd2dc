import { type ReactNode, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink } from 'react-router';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Icon } from '../ui/Icon.tsx';
import { pageMenuId } from './NavigationBar.tsx';
import { type SideMenuGroup, sideMenu } from './side-menu.ts';

/**
 * The dashboard pages that this user may open, in groups: beside the page; on smaller screens in the menu of the navigation
 * bar, so that there is one menu.
 */
export function SideMenu({ user }: { user: Pick<User, 'role' | 'areas'> }) {
  const groups = sideMenu(user).map(({ heading, items }) => (
    <Group heading={heading} items={items} key={heading ?? 'home'} />
  ));
  return (
    <nav
      aria-label={t`Dashboard`}
      className="max-lg:hidden sticky top-20 -m-1 max-h-[calc(100dvh-5rem)] self-start overflow-y-auto p-1"
    >
      <div>{groups}</div>
      <InMenuOfBar>{groups}</InMenuOfBar>
    </nav>
  );
}

/** Renders into the menu of the navigation bar, which is there before any page. */
function InMenuOfBar({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  useEffect(() => setPlace(document.getElementById(pageMenuId)), []);
  if (!place) return null;
  return createPortal(
    <section
      aria-label={t`Dashboard`}
      className="mb-2 grid grid-cols-2 gap-x-2 sm:grid-cols-3 border-b border-line pb-2"
    >
      {children}
    </section>,
    place,
  );
}

function Group({ heading, items }: SideMenuGroup) {
  const id = useId();
  return (
    <div
      className={
        heading === undefined
          ? 'max-lg:col-span-full'
          : `mt-3 lg:mt-2 lg:last:mt-3 lg:last:border-t lg:last:border-line lg:last:pt-3`
      }
    >
      {heading !== undefined && (
        <p className="px-3 text-sm font-semibold text-muted" id={id}>
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading === undefined ? undefined : id}>
        {items.map(({ name, path, icon }) => (
          <li key={path}>
            <NavLink className="nav-row lg:min-h-8" end to={path}>
              <Icon className="size-5 text-muted" name={icon} />
              <span>{name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
