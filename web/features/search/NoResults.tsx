import { Link } from 'react-router';
import { listSeparator } from '#contract/isolate.ts';
import { categoryIds, shownCategoryName } from '#contract/products/shop-categories.ts';
import { filterFields } from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { categoryLink } from '../../routing/browse-links.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Shown } from '../../ui/Owned.tsx';
import { chipsOf } from './FilterChips.tsx';
import { type KindLabels, useLabelsOf } from './kind-labels.ts';
import type { SearchReply } from './queries.ts';
import { SaveSearch } from './saved/SaveSearch.tsx';
import { type SearchState, searchAddress, without } from './search-address.ts';

/**
 * Nothing matches: says what is not on sale, when that was understood, and what to do about it.
 */
export function NoResults({
  state,
  found,
  viewer,
}: {
  state: SearchState;
  found: Pick<SearchReply, 'understood' | 'items'>;
  viewer: string | null;
}) {
  const { empty, filters } = searchTexts;
  const labels = useLabelsOf(state);
  const hasFilters = chipsOf(state).length > 0;
  const wanted = wantedIn(state, found.understood !== undefined, labels);
  if (found.items.length > 0 && wanted !== undefined) {
    return (
      <EmptyState action={<SaveSearch state={state} viewer={viewer} />} title={empty.none(wanted)}>
        <p>{empty.save}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        (hasFilters || wanted !== undefined) && (
          <div className="flex flex-wrap justify-center gap-3">
            {wanted !== undefined && <SaveSearch state={state} viewer={viewer} />}
            {hasFilters && (
              <Link
                className={buttonStyle('primary')}
                preventScrollReset
                to={searchAddress(without(state, ...filterFields))}
              >
                {filters.clear}
              </Link>
            )}
          </div>
        )
      }
      title={wanted === undefined ? empty.title : empty.none(wanted)}
    >
      {hasFilters && <p>{empty.filters}</p>}
      {wanted !== undefined && <p>{empty.save}</p>}
      {state.q !== undefined && wanted === undefined && <p>{empty.words}</p>}
      {!hasFilters && state.q === undefined && <p>{empty.nothing}</p>}
      <p className="mt-4">{empty.categories}</p>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {categoryIds().map((category) => (
          <li key={category}>
            <Link className="text-link inline-block py-1.5" to={categoryLink(category)}>
              <Shown {...shownCategoryName(category)} />
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

/** What was asked for as words: those that were typed, when some were understood, or the kind and the facts that are filtered by. */
function wantedIn(
  state: SearchState,
  isUnderstood: boolean,
  labels: KindLabels,
): string | undefined {
  const { q, kind, fact, sort: _, cursor: __, exact: ___, ...others } = state;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (q !== undefined)
    return isUnderstood && kind === undefined && fact === undefined ? q : undefined;
  const chosen = [
    ...(kind === undefined ? [] : [labels.kind(kind).text]),
    ...(fact?.split(',').map((one) => labels.fact(one).text) ?? []),
  ];
  return chosen.length > 0 ? chosen.join(listSeparator()) : undefined;
}
