import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { ThemeSwitch } from '../ui/ThemeSwitch.tsx';
import { NavigationLinks } from './NavigationLinks.tsx';
import { useDismiss } from './use-dismiss.ts';

/**
 * The navigation bar. On a small screen its links collapse into a menu; without JavaScript they are always visible.
 */
export function NavigationBar() {
  const { key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds the menu
  useEffect(() => setIsOpen(false), [key]);
  useDismiss({ isOpen, within: bar, opener: button, onDismiss: () => setIsOpen(false) });
  return (
    <header
      className="sticky top-0 z-30 max-md:noscript:static border-b border-line bg-paper"
      ref={bar}
    >
      <nav
        aria-label="Main"
        className="mx-auto flex max-w-page flex-wrap items-center gap-x-2 px-4"
      >
        <Link
          aria-label="Reprise, home"
          className="mr-auto flex min-h-16 items-center rounded-md md:mr-4"
          to={paths.home()}
        >
          <Logo />
        </Link>
        <div className="-mr-3 flex min-h-16 items-center gap-1 md:order-last">
          <ThemeSwitch />
          <button
            aria-controls="navigation-links"
            aria-expanded={isOpen}
            className="flex min-h-11 items-center gap-2 rounded-md px-3 font-semibold transition hover:bg-sunken md:hidden noscript:hidden"
            onClick={() => setIsOpen(!isOpen)}
            ref={button}
            type="button"
          >
            <Icon name={isOpen ? 'close' : 'menu'} />
            Menu
          </button>
        </div>
        <div
          className={`basis-full max-md:max-h-[calc(100dvh-4rem)] max-md:overflow-y-auto max-md:pb-4 md:flex md:flex-1 md:basis-auto ${isOpen ? 'max-md:animate-rise' : 'max-md:not-noscript:hidden'}`}
          id="navigation-links"
        >
          <NavigationLinks />
        </div>
      </nav>
    </header>
  );
}
