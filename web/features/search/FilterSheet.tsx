import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { filterFields } from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FilterForm } from './FilterForm.tsx';
import { searchQuery } from './queries.ts';
import { type SearchAddress, type SearchState, without } from './search-address.ts';

export interface FilterSheetProps {
  address: SearchAddress;
  /** The email of the signed-in user, null for a guest. */
  viewer: string | null;
  onApply: (state: SearchState) => void;
  onClose: () => void;
}

/**
 * The filters in a dialog, for small screens. They are collected in it, with the number that match, and applied together
 * by its button; closing the dialog leaves the search as it was. In a script of its own, because of the dialog.
 */
export function FilterSheet({ address, viewer, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(address);
  const [clears, setClears] = useState(0);
  const id = useId();
  const { data, isPlaceholderData } = useInfiniteQuery(searchQuery(draft.state, viewer));
  const found = data?.pages[0];
  const { filters } = searchTexts;
  const clear = () => {
    setDraft({ state: without(draft.state, ...filterFields), errors: {} });
    // A new form, without what was typed and not applied.
    setClears(clears + 1);
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={clear}>{filters.clear}</Button>
          <Button onClick={() => onApply(draft.state)} variant="primary">
            {filters.show(found && !isPlaceholderData ? found.total : undefined)}
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={filters.heading}
    >
      <FilterForm address={draft} facets={found?.facets} id={id} key={clears} onChange={setDraft} />
    </Dialog>
  );
}
