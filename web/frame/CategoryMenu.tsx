import { useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { useDismiss } from '../ui/use-dismiss.ts';
import { barStyle, rowStyle } from './navigation-styles.ts';

/** A disclosure with the five categories: a dropdown on wide screens, expanded in place on small ones. */
export function CategoryMenu() {
  const { key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation folds the menu
  useEffect(() => setIsOpen(false), [key]);
  useDismiss({ isOpen, within: menu, opener: button, onDismiss: () => setIsOpen(false) });
  return (
    <div className="md:relative" ref={menu}>
      <button
        aria-controls="category-links"
        aria-expanded={isOpen}
        className={barStyle}
        onClick={() => setIsOpen(!isOpen)}
        ref={button}
        type="button"
      >
        Category
        <Icon className={`size-4 transition ${isOpen ? 'rotate-180' : ''}`} name="down" />
      </button>
      <ul
        className="animate-rise md:absolute md:top-full md:left-0 md:mt-1 md:min-w-48 md:rounded-md md:border md:border-line md:bg-surface md:p-2 md:shadow-over max-md:ml-3 max-md:border-l-2 max-md:border-line max-md:pl-1"
        hidden={!isOpen}
        id="category-links"
      >
        {categories.map((category) => (
          <li key={category}>
            <NavLink className={rowStyle} to={paths.category(category)}>
              {category}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
