import { Link } from 'react-router';
import { searchTexts } from '#contract/search-texts.ts';
import { formatInstruments } from './format-count.ts';
import type { SearchReply } from './queries.ts';
import { type SearchState, searchAddress, without } from './search-address.ts';

/** How many match, announced when it changes, and what was searched instead of what was typed. */
export function ResultCount({
  found,
  state,
}: {
  found: Pick<SearchReply, 'total' | 'corrected'> | undefined;
  state: SearchState;
}) {
  const { q = '' } = state;
  const corrected = found?.corrected;
  return (
    <>
      {/* As high as its text from the start, so that nothing moves when it arrives. */}
      <p className="mt-1 min-h-[1lh] text-muted" role="status">
        {found && formatInstruments(found.total)}
      </p>
      {corrected !== undefined && (
        <p className="mt-2 wrap-anywhere">
          {searchTexts.corrected(corrected, q)}{' '}
          <Link
            className="text-link inline-block py-1"
            to={searchAddress({ ...without(state), exact: '1' })}
          >
            {searchTexts.searchTyped(q)}
          </Link>
        </p>
      )}
    </>
  );
}
