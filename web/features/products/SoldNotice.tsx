import { Link } from 'react-router';
import type { Category } from '#contract/constants.ts';
import { paths } from '../../routing/paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';

/** Replaces the booking button on a sold product and links to similar ones. */
export function SoldNotice({ category }: { category: Category | undefined }) {
  return (
    <div className="mt-6 rounded-lg bg-sunken p-5">
      <p className="font-display text-subheading font-semibold">It has found its next player.</p>
      <p className="mt-1 text-muted">This instrument is sold and can no longer be booked.</p>
      <Link
        className={`${buttonStyle('quiet')} mt-4`}
        to={category ? paths.category(category) : paths.home()}
      >
        {category ? `See what else is in ${category}` : 'See what else is in the shop'}
      </Link>
    </div>
  );
}
