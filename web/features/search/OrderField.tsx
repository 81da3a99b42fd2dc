import { useId, useState } from 'react';
import type { SearchOrder } from '#contract/search.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { controlStyle } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { type SearchState, searchOrders, without } from './search-address.ts';

/** The order of the results. Choosing one applies it; without scripts it goes along with the filters. */
export function OrderField({
  state,
  formId,
  onChange,
}: {
  state: SearchState;
  /** The id of the filter form, where there is one. */
  formId?: string;
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
  const choose = (order: SearchOrder) => {
    setChosen(order);
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
          className={`${controlStyle} appearance-none pr-10`}
          form={formId}
          id={id}
          name="sort"
          onChange={({ target }) => {
            const order = orders.find((known) => known === target.value);
            if (order) choose(order);
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
          className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          name="down"
        />
      </span>
    </div>
  );
}
