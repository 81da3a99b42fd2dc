import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { SearchBox } from '../features/search/SearchBox.tsx';
import { currentShop } from '../ui/current-shop.ts';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import { useDismiss } from '../ui/use-dismiss.ts';
import { NavigationLinks } from './NavigationLinks.tsx';
import { useUnreadCount } from './use-unread-count.ts';

/** The place in the menu of a phone for the pages of the part of the shop that is open (`SideMenu`). */
export const pageMenuId = 'page-menu';

const toggleStyle =
  'flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold transition hover:bg-sunken noscript:hidden';

/**
 * The navigation bar. On a small screen its links collapse into a menu, and its search into a button; without
 * JavaScript both are always visible. While the page has a search field of its own in sight, that of the bar is hidden and
 * keeps its place.
 */
export function NavigationBar() {
  const { key } = useLocation();
  const shop = currentShop().name;
  const unread = useUnreadCount();
  const [open, setOpen] = useState<'menu' | 'search' | null>(null);
  const hasNews = unread > 0 && open !== 'menu';
  const bar = useRef<HTMLElement>(null);
  const searchPart = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const toggle = (part: typeof open) => (event: MouseEvent<HTMLButtonElement>) => {
    opener.current = event.currentTarget;
    setOpen(open === part ? null : part);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds the menu
  useEffect(() => setOpen(null), [key]);
  useEffect(() => {
    if (open === 'search') searchPart.current?.querySelector('input')?.focus();
  }, [open]);
  useDismiss({ isOpen: open !== null, within: bar, opener, onDismiss: () => setOpen(null) });
  const searchToggle = (
    <button
      aria-controls="search"
      aria-expanded={open === 'search'}
      aria-label={t`Search instruments`}
      className={`xl:hidden ${toggleStyle} search-in-sight:not-focus:invisible`}
      onClick={toggle('search')}
      type="button"
    >
      <Icon name={open === 'search' ? 'close' : 'search'} />
    </button>
  );
  return (
    <header
      className="sticky top-0 z-30 max-lg:noscript:static border-b border-line bg-paper"
      ref={bar}
    >
      <nav
        aria-label={t`Main`}
        className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 px-4"
      >
        <Link
          aria-label={t`${shop}, home`}
          className="me-auto flex min-h-16 min-w-0 items-center rounded-md max-lg:flex-1 lg:me-2 xl:me-4"
          to={paths.home()}
        >
          <Logo />
        </Link>
        <div className="-me-3 flex min-h-16 items-center gap-1 lg:hidden">
          {searchToggle}
          <ThemeSwitch />
          <button
            aria-controls="navigation-links"
            aria-expanded={open === 'menu'}
            aria-label={hasNews ? t`Menu, ${unread} unread` : undefined}
            className={`relative px-3 ${toggleStyle}`}
            onClick={toggle('menu')}
            type="button"
          >
            <Icon name={open === 'menu' ? 'close' : 'menu'} />
            <span className="max-[22.5rem]:sr-only">{t`Menu`}</span>
            {hasNews && (
              <span
                aria-hidden="true"
                className="absolute end-1 top-1.5 size-2.5 rounded-full bg-brass"
              />
            )}
          </button>
        </div>
        <div
          className={`search-in-sight:not-focus-within:invisible max-xl:search-in-sight:not-focus-within:hidden max-xl:basis-full max-xl:pb-3 lg:max-xl:order-last xl:max-w-56 xl:grow-99 xl:basis-32 2xl:max-w-80 ${open === 'search' ? 'max-xl:animate-rise' : 'max-xl:not-noscript:hidden'}`}
          id="search"
          ref={searchPart}
        >
          <SearchBox label={t`Search instruments`} />
        </div>
        <div
          className={`min-w-0 basis-full max-lg:max-h-[calc(100dvh-4rem)] max-lg:overflow-y-auto max-lg:pb-4 lg:flex lg:flex-1 lg:basis-auto ${open === 'menu' ? 'max-lg:animate-rise' : 'max-lg:not-noscript:hidden'}`}
          id="navigation-links"
        >
          <div className="lg:hidden" id={pageMenuId} />
          <NavigationLinks />
        </div>
        {/* On wide screens these are last to the eye, so they are last for the keyboard. */}
        <div className="-me-3 flex min-h-16 items-center gap-1 max-lg:hidden">
          {searchToggle}
          <ThemeSwitch />
        </div>
      </nav>
    </header>
  );
}
