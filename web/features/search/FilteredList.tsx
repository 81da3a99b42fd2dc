import { type ReactNode, useId } from 'react';
import type { SearchFacets } from '#contract/search/search.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { ViewSwitch } from '../../ui/ViewSwitch.tsx';
import { FilterButton } from './FilterButton.tsx';
import { chipsOf, FilterChips } from './FilterChips.tsx';
import { FilterForm } from './FilterForm.tsx';
import { OrderField } from './OrderField.tsx';
import type { SearchReply } from './queries.ts';
import type { SearchAddress, SearchState } from './search-address.ts';

/**
 * A list of products and its filters, which search and categories have in the same place: beside the list, on small screens
 * behind a button. Above the list are the active ones, the order and the view.
 */
export function FilteredList({
  address,
  facets,
  understood,
  viewer,
  leavesPage = false,
  onShow,
  children,
}: {
  address: SearchAddress;
  /** The numbers of matches of each choice; undefined while they are not known. */
  facets: SearchFacets | undefined;
  /** What words of the search were understood as. */
  understood?: SearchReply['understood'];
  /** The email of the signed-in user, null for a guest. */
  viewer: string | null;
  /** Whether a filter or another order leads to another page. This one has no active ones then. */
  leavesPage?: boolean;
  onShow: (state: SearchState) => void;
  /** The list. */
  children: ReactNode;
}) {
  const formId = useId();
  const { state } = address;
  return (
    <div className="mt-6 gap-x-8 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <section
        aria-label={searchTexts.filters.heading}
        className="max-lg:not-noscript:hidden max-lg:mb-8"
      >
        <FilterForm
          address={address}
          facets={facets}
          id={formId}
          leavesPage={leavesPage}
          onChange={(next) => onShow(next.state)}
        />
      </section>
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-3 lg:justify-end">
          {!leavesPage && (
            <FilterChips factsKind={facets?.facts?.kind} state={state} understood={understood} />
          )}
          <FilterButton
            active={leavesPage ? 0 : chipsOf(state).length}
            address={address}
            onApply={onShow}
            viewer={viewer}
          />
          <OrderField formId={formId} leavesPage={leavesPage} onChange={onShow} state={state} />
          <ViewSwitch />
        </div>
        {children}
      </div>
    </div>
  );
}
