import { Link, useLocation } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import type { MatchCount } from '#contract/search.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { rememberOrigin } from '../../identity/origin.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatMatching } from './format-count.ts';

/**
 * Tells a guest what a user would see, and leads through the login back to this search. Nothing when the guest sees
 * everything that matches.
 */
export function GuestPrompt({
  total,
  shown,
  isEveryPage,
}: {
  total: MatchCount;
  shown: number;
  /** Whether those that are shown are all that a guest gets, from the first to the last page. */
  isEveryPage: boolean;
}) {
  const location = useLocation();
  if (isEveryPage && total.isExact && total.count === shown) return null;
  const { guests } = searchTexts;
  const advertised = isEveryPage ? shown : undefined;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line border-l-4 border-l-brass bg-surface p-5">
      <p className="min-w-0 flex-1 basis-72">
        <strong className="block">
          {formatMatching(total)}
          {shown > 0 && ` ${guests.advertised(advertised)}`}
        </strong>
        {guests.why}
      </p>
      <p className="flex flex-wrap gap-2">
        <Link
          className={buttonStyle('primary')}
          state={rememberOrigin(location)}
          to={paths.login()}
        >
          {guests.login}
        </Link>
        <Link className={buttonStyle()} state={rememberOrigin(location)} to={paths.register()}>
          {guests.register}
        </Link>
      </p>
    </div>
  );
}
