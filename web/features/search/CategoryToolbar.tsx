import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import { type Category, conditions } from '#contract/constants.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { shopCurrency } from '#contract/shop-currency.ts';
import { useIdentity } from '../../identity/identity.ts';
import { ViewSwitch } from '../../ui/ViewSwitch.tsx';
import { FilterButton } from './FilterButton.tsx';
import { chipStyle, chipsOf } from './FilterChips.tsx';
import { formatInstruments } from './format-count.ts';
import { OrderField } from './OrderField.tsx';
import { categoryTotalQuery } from './queries.ts';
import { type SearchState, searchAddress } from './search-address.ts';

/** The filters that most people begin with. The others are on the page of the search. */
function firstFilters(): SearchState[] {
  const [low = 0, high = low] = shopCurrency().marks;
  return [
    ...conditions.map((condition) => ({ condition })),
    { maxPrice: low },
    { minPrice: low, maxPrice: high },
    { minPrice: high },
    { verified: '1' },
    { free: '1' },
  ];
}

/** How many instruments of a category are on sale; empty until it is known. */
export function CategoryTotal({ category }: { category: Category }) {
  const { data: total } = useQuery(categoryTotalQuery(category));
  return (
    // As high as its text from the start, where it has a line of its own.
    <p className="min-h-[1lh] text-muted max-sm:basis-full" role="status">
      {total && formatInstruments(total)}
    </p>
  );
}

/**
 * Above the products of a category: filters, order and view. A filter or another order leads to the search in this
 * category, which has all of them.
 */
export function CategoryToolbar({ category }: { category: Category }) {
  const identity = useIdentity();
  const navigate = useNavigate();
  const viewer = identity === null || identity === 'pending' ? null : identity.email;
  const state: SearchState = { category };
  const show = (next: SearchState) => void navigate(searchAddress(next));
  return (
    <div className="my-4 flex flex-wrap items-center gap-x-2 gap-y-3">
      <ul
        aria-label={searchTexts.filters.heading}
        className="flex flex-1 flex-wrap gap-2 max-lg:hidden"
      >
        {firstFilters().map((filter) => (
          <li key={JSON.stringify(filter)}>
            <Link className={chipStyle} to={searchAddress({ ...state, ...filter })}>
              {chipsOf(filter)[0]?.label}
            </Link>
          </li>
        ))}
      </ul>
      <FilterButton active={0} address={{ state, errors: {} }} onApply={show} viewer={viewer} />
      <OrderField leavesPage onChange={show} state={state} />
      <ViewSwitch />
    </div>
  );
}
