import { useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Icon, type IconName } from '../ui/Icon.tsx';
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
  links: readonly { name: string; path: string }[];
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
    <div className="md:relative" ref={menu}>
      <button
        aria-controls={id}
        aria-expanded={isOpen}
        className="nav-bar"
        onClick={() => setIsOpen(!isOpen)}
        ref={button}
        type="button"
      >
        {icon && <Icon className="size-5 max-md:hidden" name={icon} />}
        <span className={icon && 'md:sr-only'}>{name}</span>
        <Icon
          className={`size-4 transition ${icon ? 'md:max-lg:hidden' : ''} ${isOpen ? 'rotate-180' : ''}`}
          name="down"
        />
      </button>
      <ul
        className={`animate-rise md:absolute md:top-full ${isAtEnd ? 'md:end-0' : 'md:start-0'} md:mt-1 md:min-w-48 md:rounded-md md:border md:border-line md:bg-surface md:p-2 md:shadow-over max-md:ms-3 max-md:border-s-2 max-md:border-line max-md:ps-1`}
        hidden={!isOpen}
        id={id}
      >
        {links.map((link) => (
          <li key={link.path}>
            <NavLink className="nav-row" end to={link.path}>
              {link.name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
