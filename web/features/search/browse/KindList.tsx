import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import { repliedText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Shown } from '../../../ui/Owned.tsx';
import { KindPicture } from '../../instruments/KindPicture.tsx';
import { kindsByCategory } from '../../instruments/kinds-by-category.ts';
import type { PlaceFacts } from './place.ts';

/** The kinds on sale with their pictures: one plate for each category. */
export function KindList({ kinds }: Pick<PlaceFacts, 'kinds'>) {
  if (kinds.length === 0) {
    return (
      <EmptyState
        action={
          <Link className={buttonStyle('primary')} to={paths.search()}>
            {t`See everything on sale`}
          </Link>
        }
        title={t`Nothing on sale right now`}
      />
    );
  }
  return (
    <div className="mt-6 space-y-10 lg:mt-8 lg:space-y-12">
      {kindsByCategory(kinds).map(({ category, kinds: ofCategory }) => (
        <section
          aria-labelledby={`kinds-${category}`}
          className="gap-x-8 border-t-2 border-ink pt-4 lg:grid lg:grid-cols-[11rem_1fr]"
          key={category ?? ''}
        >
          <h2 className="text-heading max-lg:mb-4" id={`kinds-${category}`}>
            {category === undefined ? (
              t`Other kinds`
            ) : (
              <Link
                className="group inline-flex min-h-11 items-center gap-1.5 hover:text-brass lg:items-start"
                to={paths.instruments({ category })}
              >
                <span>
                  <Shown {...shownCategoryName(category)} />
                </span>
                <Icon
                  className="size-5 shrink-0 text-brass transition group-hover:translate-x-0.5 lg:mt-2 rtl:-scale-x-100"
                  name="forward"
                />
              </Link>
            )}
          </h2>
          <ul className="grid grid-cols-3 ps-px pt-px sm:grid-cols-4 md:grid-cols-6 xl:grid-cols-7 2xl:grid-cols-9">
            {ofCategory.map((kind) => (
              <li className="-ms-px -mt-px border border-line bg-surface" key={kind.id}>
                <Link
                  className="flex h-full flex-col items-center gap-2 px-1.5 pt-4 pb-3 text-center hover:bg-brass-tint hover:text-brass hover:[--drawing:var(--color-brass-tint)]"
                  to={paths.instruments({ kind: kind.id })}
                >
                  <KindPicture className="size-14 sm:size-16" kind={kind.id} />
                  <span className="grid min-h-[2lh] max-w-full items-center text-sm leading-snug font-semibold wrap-anywhere hyphens-auto">
                    <Shown {...repliedText(kind, 'name')} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
