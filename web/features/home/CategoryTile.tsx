import type { ComponentType, ReactNode } from 'react';
import type { Category } from '#contract/constants.ts';
import {
  type ShopCategory,
  shopCategories,
  shownCategoryName,
} from '#contract/products/shop-categories.ts';
import { Brass } from '../../ui/illustrations/Brass.tsx';
import { Keyboard } from '../../ui/illustrations/Keyboard.tsx';
import { Pen, Tube } from '../../ui/illustrations/Pen.tsx';
import { Percussion } from '../../ui/illustrations/Percussion.tsx';
import { Violin } from '../../ui/illustrations/Violin.tsx';
import { Woodwind } from '../../ui/illustrations/Woodwind.tsx';

/** Of the categories of the specification. */
const drawings: Readonly<Record<Category, ComponentType>> = {
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
  const { picture } = findOwn(category);
  const Drawing = drawings[category] ?? Notes;
  const { text, ...language } = shownCategoryName(category);
  return (
    <Link
      className="group flex items-center gap-2 rounded-lg border border-line bg-surface px-2 py-1.5 transition hover:-translate-y-0.5 hover:border-brass hover:shadow-lift sm:max-lg:flex-col lg:py-1 xl:gap-3 xl:px-3"
      to={to}
    >
      {picture ? (
        <img
          alt=""
          className="aspect-[4/3] w-11 shrink-0 rounded-sm object-cover sm:w-16 2xl:w-18"
          height={picture.height}
          src={picture.address}
          width={picture.width}
        />
      ) : (
        <svg
          aria-hidden="true"
          className="w-11 shrink-0 overflow-visible transition duration-(--motion-calm) group-hover:-rotate-3 sm:w-16 2xl:w-18"
          viewBox="0 0 160 120"
        >
          <Drawing />
        </svg>
      )}
      <span
        {...language}
        className="min-w-0 font-display font-semibold wrap-anywhere hyphens-auto xl:text-subheading"
      >
        {hyphenated(text)}
      </span>
    </Link>
  );
}

const findOwn = (id: Category): Partial<ShopCategory> =>
  shopCategories().find((one) => one.id === id) ?? {};

/** Not every browser has the words of a language for `hyphens: auto`: 'Blechblas-instrumente'. */
const hyphenated = (name: string) => name.replace(/(?<=\p{L}{4})instrument/iu, '\u00AD$&');

/** A violin and its bow. */
function Strings() {
  return (
    <Pen>
      <g transform="translate(6 1) scale(.92)">
        <g transform="rotate(24 80 60)">
          <Violin />
        </g>
        <g transform="rotate(-52 80 60)">
          <path d="M14 88h128" strokeWidth="1.25" />
          <Tube bore={2} d="M10 82c40 5 92 5 134-1l3 6" />
          <path className="fill-(--drawing)" d="M17 83h13v7H20z" strokeWidth="2" />
        </g>
      </g>
    </Pen>
  );
}

/** Two quavers, for a category without a picture. */
function Notes() {
  return (
    <Pen>
      <path className="fill-(--drawing)" d="M62 86V36l44-10v50M62 48l44-10" />
      <ellipse className="fill-(--drawing-accent)" cx="51" cy="87" rx="12" ry="9" />
      <ellipse className="fill-(--drawing-accent)" cx="95" cy="77" rx="12" ry="9" />
    </Pen>
  );
}

/** The link component, passed in so that the design system does not depend on the router. */
type LinkComponent = ComponentType<{ to: string; className?: string; children?: ReactNode }>;
