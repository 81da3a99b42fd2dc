import { Link } from 'react-router';
import { categories } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryNames } from '#contract/products/product-names.ts';
import { filterFields } from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { chipsOf } from './FilterChips.tsx';
import { type SearchState, searchAddress, without } from './search-address.ts';

/** Nothing matches: says what to do about it. */
export function NoResults({ state }: { state: SearchState }) {
  const { empty, filters } = searchTexts;
  const hasFilters = chipsOf(state).length > 0;
  return (
    <EmptyState
      action={
        hasFilters && (
          <Link
            className={buttonStyle('primary')}
            preventScrollReset
            to={searchAddress(without(state, ...filterFields))}
          >
            {filters.clear}
          </Link>
        )
      }
      title={empty.title}
    >
      {hasFilters && <p>{empty.filters}</p>}
      {state.q !== undefined && <p>{empty.words}</p>}
      {!hasFilters && state.q === undefined && <p>{empty.nothing}</p>}
      <p className="mt-4">{empty.categories}</p>
      <ul className="flex flex-wrap justify-center gap-x-4">
        {categories.map((category) => (
          <li key={category}>
            <Link className="text-link inline-block py-1.5" to={paths.category(category)}>
              {categoryNames[category]}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
