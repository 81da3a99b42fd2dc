import type { ComponentType } from 'react';
import type { Category } from '#contract/constants.ts';
import { Brass } from './illustrations/Brass.tsx';
import { Keyboard } from './illustrations/Keyboard.tsx';
import { Percussion } from './illustrations/Percussion.tsx';
import { Strings } from './illustrations/Strings.tsx';
import { Woodwind } from './illustrations/Woodwind.tsx';
import type { LinkComponent } from './link.ts';

const drawings: Record<Category, ComponentType> = {
  Brass,
  Keyboard,
  Woodwind,
  String: Strings,
  Percussion,
};

/** An illustrated tile that links to a category. The whole tile is one link, named after the category. */
export function CategoryTile({
  category,
  to,
  link: Link,
}: {
  category: Category;
  to: string;
  link: LinkComponent;
}) {
  const Drawing = drawings[category];
  return (
    <Link
      className="group flex flex-col items-center gap-2 rounded-lg border border-line bg-surface p-4 pt-5 text-center transition hover:-translate-y-0.5 hover:border-brass hover:shadow-lift"
      to={to}
    >
      <svg
        aria-hidden="true"
        className="w-full max-w-44 overflow-visible transition duration-(--motion-calm) group-hover:-rotate-3"
        viewBox="0 0 160 120"
      >
        <Drawing />
      </svg>
      <span className="font-display text-subheading font-semibold wrap-anywhere hyphens-auto">
        {category}
      </span>
    </Link>
  );
}
