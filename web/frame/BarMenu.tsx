import { useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { Step } from '../ui/Breadcrumbs.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { Shown } from '../ui/Owned.tsx';
import { useDismiss } from '../ui/use-dismiss.ts';

/** A disclosure with links: a dropdown of the bar on wide screens, expanded in place on small ones. */
export function BarMenu({
  name,
  icon,
  isAtEnd = false,
  links,
}: {
  name: string;
  /** Shown in place of the name on wide screens, to save their space. */
  icon?: IconName;
  /** It opens to the left, because there is no space to the right. */
  isAtEnd?: boolean;
  links: readonly Step[];
}) {
  const { key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds the menu
  useEffect(() => setIsOpen(false), [key]);
  useDismiss({ isOpen, within: menu, opener: button, onDismiss: () => setIsOpen(false) });
  return (
    <div className="lg:relative" ref={menu}>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="nav-bar"
        onClick={() => setIsOpen(!isOpen)}
        ref={button}
        type="button"
      >
        {icon && <Icon className="size-5 max-lg:hidden" name={icon} />}
        <span className={icon && 'lg:sr-only'}>{name}</span>
        <Icon className={`size-4 transition ${isOpen ? 'rotate-180' : ''}`} name="down" />
      </button>
      <ul
        className={`animate-rise lg:absolute lg:top-full ${isAtEnd ? 'lg:end-0' : 'lg:start-0'} lg:mt-1 lg:min-w-48 lg:rounded-md lg:border lg:border-line lg:bg-surface lg:p-2 lg:shadow-over max-lg:ms-3 max-lg:border-s-2 max-lg:border-line max-lg:ps-1`}
        hidden={!isOpen}
        id={id}
      >
        {links.map(({ name: text, path, ...language }) => (
          <li key={path}>
            <NavLink className="nav-row" end to={path}>
              <Shown {...language} text={text} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
