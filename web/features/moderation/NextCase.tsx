import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { casesQuery } from './queries.ts';

/** Leads to the case that has waited longest, or back to the list. */
export function NextCase() {
  const { data } = useInfiniteQuery(casesQuery({ state: 'waiting', reason: undefined }));
  const next = data?.pages[0]?.items[0];
  return (
    <p>
      <Link
        className={buttonStyle('primary')}
        to={next ? paths.moderationCase(next._id) : paths.moderation()}
      >
        {next ? t`Next case` : t`All cases`}
      </Link>
    </p>
  );
}
