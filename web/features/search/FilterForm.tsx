import { type FocusEvent, type SyntheticEvent, useRef } from 'react';
import { categories, conditions, limits } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { categoryNames, conditionNames } from '#contract/product-names.ts';
import type { SearchFacets } from '#contract/search.ts';
import { searchTexts } from '#contract/search-texts.ts';
import { currencySign } from '#contract/shop-currency.ts';
import { shopZones } from '#contract/shop-zones.ts';
import { amountInputMode } from '../../ui/amount-field.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { sentToLabel } from './FilterChips.tsx';
import { Choices, PlaceChoices, Tick, ZoneChoice } from './FilterChoices.tsx';
import { RangeField, TypedField } from './FilterFields.tsx';
import type { SearchAddress } from './search-address.ts';
import { type FilterFields, useFilterFields } from './use-filter-fields.ts';

const texts = searchTexts.filters;

/**
 * The filters. A choice is applied at once, what is typed when its field is left or Enter is pressed; the focus stays
 * where it is, and what a field does not take stays in it with the reason. Without scripts it is a plain form. Where applying
 * leads to another page, what the keys choose waits for Enter or for the focus to leave the filters.
 */
export function FilterForm({
  address: { state, errors },
  facets,
  onChange,
  id,
  leavesPage = false,
}: {
  address: SearchAddress;
  /** How many match each choice; undefined while they are not known. */
  facets: SearchFacets | undefined;
  onChange: (address: SearchAddress) => void;
  /** For fields elsewhere on the page that belong to this form. */
  id: string;
  leavesPage?: boolean;
}) {
  const sign = currencySign();
  const [zone, ...otherZones] = shopZones();
  const known = useFilterFields({ state, errors }, onChange);
  const isByKeys = useRef(false);
  const hasWaiting = useRef(false);
  const fields: FilterFields = {
    ...known,
    onChoose(field, text) {
      hasWaiting.current = leavesPage && isByKeys.current;
      if (hasWaiting.current) known.onType(field, text);
      else known.onChoose(field, text);
    },
    onLeave() {
      hasWaiting.current = false;
      known.onLeave();
    },
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    fields.onLeave();
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // The window may have lost the focus and not the form.
    const isLeft = !currentTarget.contains(relatedTarget ?? document.activeElement);
    if (hasWaiting.current && isLeft) fields.onLeave();
  };
  return (
    <form
      action={paths.search()}
      className="space-y-6"
      id={id}
      noValidate
      onBlur={leave}
      onKeyDown={(event) => {
        isByKeys.current = true;
        // Enter sends the form from other fields, but not from a select.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
        if (hasWaiting.current) submit(event);
      }}
      onPointerDown={() => {
        isByKeys.current = false;
      }}
      onSubmit={submit}
    >
      {state.q !== undefined && <input name="q" type="hidden" value={state.q} />}
      {state.exact && <input name="exact" type="hidden" value={state.exact} />}
      <Choices
        counts={facets?.category}
        fields={fields}
        legend={texts.category}
        name="category"
        names={categoryNames}
        values={categories}
      />
      <Choices
        counts={facets?.condition}
        fields={fields}
        legend={texts.condition}
        name="condition"
        names={conditionNames}
        values={conditions}
      />
      <RangeField
        fields={fields}
        inputMode={amountInputMode()}
        labels={[texts.minPrice(sign), texts.maxPrice(sign)]}
        legend={texts.price}
        names={['minPrice', 'maxPrice']}
      />
      <RangeField
        fields={fields}
        inputMode="numeric"
        labels={[texts.minYear, texts.maxYear]}
        legend={texts.year}
        names={['minYear', 'maxYear']}
      />
      <div>
        <TypedField
          autoComplete="off"
          fields={fields}
          label={texts.place}
          maxLength={limits.locationLength}
          name="place"
        />
        <PlaceChoices choices={facets?.place ?? []} fields={fields} />
      </div>
      {otherZones.length > 0 && <ZoneChoice counts={facets?.sendTo} fields={fields} />}
      <fieldset>
        <legend className="mb-1 font-semibold">{texts.more}</legend>
        <Tick count={facets?.verified} fields={fields} label={texts.verified} name="verified" />
        <Tick count={facets?.free} fields={fields} label={texts.free} name="free" />
        {zone && otherZones.length === 0 && (
          <Tick
            count={facets?.sendTo?.[0]}
            fields={fields}
            label={sentToLabel(zone.id)}
            name="sendTo"
            value={zone.id}
          />
        )}
      </fieldset>
      <p className="hidden noscript:block">
        <button className={buttonStyle('primary')} type="submit">
          {texts.apply}
        </button>
      </p>
    </form>
  );
}
