import { useId, useRef, useState } from 'react';
import type { SearchOrder } from '#contract/search/search.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { controlStyle } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { type SearchState, searchOrders, without } from './search-address.ts';

/** The order of the results. Choosing one applies it; without scripts it goes along with the filters. */
export function OrderField({
  state,
  formId,
  leavesPage = false,
  onChange,
}: {
  state: SearchState;
  /** The id of the filter form, where there is one. */
  formId?: string;
  /** Whether another order leads to another page: then what the keys choose waits for Enter or for the focus to leave. */
  leavesPage?: boolean;
  onChange: (state: SearchState) => void;
}) {
  const id = useId();
  const usual = state.q === undefined ? 'newest' : 'relevance';
  const shown = state.sort ?? usual;
  const [chosen, setChosen] = useState(shown);
  const [seen, setSeen] = useState(shown);
  if (seen !== shown) {
    setSeen(shown);
    setChosen(shown);
  }
  const lastKey = useRef<string | null>(null);
  const apply = (order: SearchOrder) => {
    const unordered = without(state, 'sort');
    onChange(order === usual ? unordered : { ...unordered, sort: order });
  };
  // Without words everything matches equally well.
  const orders = searchOrders.filter((order) => order !== 'relevance' || state.q !== undefined);
  return (
    <div className="flex min-w-0 items-center gap-2 max-lg:grow max-lg:basis-28">
      <label className="text-sm text-muted max-xl:sr-only" htmlFor={id}>
        {searchTexts.order}
      </label>
      <span className="relative block min-w-0 max-lg:grow">
        <select
          className={`${controlStyle} appearance-none truncate pe-10 max-sm:pe-7 max-sm:ps-2`}
          form={formId}
          id={id}
          name="sort"
          onChange={({ target }) => {
            const order = orders.find((known) => known === target.value);
            if (!order) return;
            setChosen(order);
            if (!leavesPage || lastKey.current === null || lastKey.current === 'Enter')
              apply(order);
          }}
          onBlur={({ target }) => {
            // The window lost the focus and not the field.
            if (document.activeElement === target) return;
            const isByKey = lastKey.current !== null;
            lastKey.current = null;
            if (leavesPage && isByKey && chosen !== shown) apply(chosen);
          }}
          onKeyDown={(event) => {
            lastKey.current = event.key;
            if (!leavesPage || event.key !== 'Enter' || chosen === shown) return;
            event.preventDefault();
            lastKey.current = null;
            apply(chosen);
          }}
          onPointerDown={() => {
            lastKey.current = null;
          }}
          value={chosen}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {searchTexts.orders[order]}
            </option>
          ))}
        </select>
        <Icon
          className="pointer-events-none absolute top-1/2 end-3 max-sm:end-1.5 size-5 -translate-y-1/2 text-muted"
          name="down"
        />
      </span>
    </div>
  );
}
