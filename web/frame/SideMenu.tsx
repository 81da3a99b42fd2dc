import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { NavLink, useLocation } from 'react-router';
import { t } from '#contract/text.ts';
import type { User } from '#contract/users/users.ts';
import { Icon } from '../ui/Icon.tsx';
import { useDismiss } from '../ui/use-dismiss.ts';
import { pageMenuId } from './NavigationBar.tsx';
import { type SideMenuGroup, sideMenu, sideMenuItems } from './side-menu.ts';

/**
 * The dashboard pages that this user may open, in groups: beside the page; on smaller screens all together below a button
 * that says which one is open; on phones in the menu of the navigation bar, so that there is one menu.
 */
export function SideMenu({ user }: { user: Pick<User, 'role' | 'areas'> }) {
  const { pathname, key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const within = useRef<HTMLElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds the menu
  useEffect(() => setIsOpen(false), [key]);
  useDismiss({ isOpen, within, opener, onDismiss: () => setIsOpen(false) });
  const current = sideMenuItems(user).find(({ path }) => path === pathname);
  const groups = sideMenu(user).map(({ heading, items }) => (
    <Group heading={heading} items={items} key={heading ?? 'home'} />
  ));
  return (
    <nav
      aria-label={t`Dashboard`}
      className="max-md:hidden max-lg:relative max-lg:z-20 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-5rem)] lg:self-start lg:-m-1 lg:overflow-y-auto lg:p-1"
      ref={within}
    >
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="mt-4 flex min-h-12 w-full items-center gap-3 rounded-md border border-line-strong bg-surface px-4 font-semibold transition hover:bg-sunken lg:hidden"
        onClick={() => setIsOpen(!isOpen)}
        ref={opener}
        type="button"
      >
        <Icon className="size-5 text-muted" name={current?.icon ?? 'menu'} />
        <span className="min-w-0 flex-1 truncate text-start">
          {current && <span className="sr-only">{t`Dashboard menu:`} </span>}
          <span>{current?.name ?? t`Dashboard menu`}</span>
        </span>
        <Icon className={`size-5 transition ${isOpen ? 'rotate-180' : ''}`} name="down" />
      </button>
      <div
        className={`max-lg:absolute max-lg:inset-x-0 max-lg:top-full max-lg:mt-1 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-2 max-lg:rounded-md max-lg:border max-lg:border-line-strong max-lg:bg-surface max-lg:p-2 max-lg:shadow-over sm:max-lg:grid-cols-3 ${isOpen ? 'max-lg:animate-appear' : 'max-lg:hidden'}`}
        id={id}
      >
        {groups}
      </div>
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
      className="mb-2 grid grid-cols-2 gap-x-2 border-b border-line pb-2"
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
