import { Link } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryNames } from '#contract/products/product-names.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { PlaceFacts } from './place.ts';

/** Kinds of which something is on sale, by category. */
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
    <div className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {categories.map((category) => {
        const ofCategory = kinds.filter((kind) => kind.category === category);
        if (ofCategory.length === 0) return null;
        return (
          <section aria-labelledby={`kinds-${category}`} key={category}>
            <h2 className="text-subheading" id={`kinds-${category}`}>
              <Link className="text-link" to={paths.instruments({ category })}>
                {categoryNames[category]}
              </Link>
            </h2>
            <ul className="mt-2 border-t border-line">
              {ofCategory.map(({ id, name }) => (
                <li key={id}>
                  <Link
                    className="inline-block py-1.5 underline-offset-4 hover:underline"
                    to={paths.instruments({ kind: id })}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
