import { type FocusEvent, type SyntheticEvent, useRef } from 'react';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { currencySign } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
import type { SearchFacets } from '#contract/search/search.ts';
import { type FilterOf, filters, type SearchFilter } from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { amountInputMode } from '../../ui/amount-field.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { SentTo } from './FilterChips.tsx';
import { Choices, Tick, Words, ZoneChoice } from './FilterChoices.tsx';
import { RangeField } from './FilterFields.tsx';
import { FactChoices, KnownChoice } from './KindChoices.tsx';
import type { SearchAddress } from './search-address.ts';
import { type FilterFields, useFilterFields } from './use-filter-fields.ts';

const texts = searchTexts.filters;

/**
 * The filters. A choice is applied immediately, what is typed when its field is left or Enter is pressed; the focus
 * stays where it is, and what a field does not accept stays in it with the reason. Without scripts it is a plain form.
 * Where applying leads to another page, what the keys choose waits for Enter or for the focus to leave the filters.
 */
export function FilterForm({
  address: { state, errors },
  facets,
  onChange,
  id,
  leavesPage = false,
}: {
  address: SearchAddress;
  /** The numbers of matches of each choice; undefined while they are not known. */
  facets: SearchFacets | undefined;
  onChange: (address: SearchAddress) => void;
  /** The id of the form, for its fields elsewhere on the page. */
  id: string;
  leavesPage?: boolean;
}) {
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
      {filters.map((filter) => (
        <Filter facets={facets} fields={fields} filter={filter} key={filter.name} />
      ))}
      <fieldset>
        <legend className="mb-1 font-semibold">{texts.more}</legend>
        {filters.map(
          ({ kind, name, label }) =>
            kind === 'flag' && (
              <Tick
                count={facets?.[name]}
                fields={fields}
                key={name}
                label={t(label)}
                name={name}
              />
            ),
        )}
        {zone && otherZones.length === 0 && (
          <Tick
            count={facets?.sendTo?.[0]}
            fields={fields}
            label={<SentTo zoneId={zone.id} />}
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

/** A filter with a heading of its own: the others are below one heading together. */
function Filter({
  filter,
  facets,
  fields,
}: {
  filter: SearchFilter;
  facets: SearchFacets | undefined;
  fields: FilterFields;
}) {
  const shared = { fields, legend: t(filter.label) };
  if (filter.kind === 'id') {
    return (
      <KnownChoice
        counts={facets?.[filter.name]}
        fields={fields}
        label={t(filter.label)}
        name={filter.name}
      />
    );
  }
  if (filter.kind === 'facts') {
    return facets?.facts && <FactChoices facts={facets.facts} fields={fields} />;
  }
  if (filter.kind === 'choice') {
    return (
      <Choices
        {...shared}
        choices={shownChoices(filter)}
        counts={facets?.[filter.name]}
        name={filter.name}
      />
    );
  }
  if (filter.kind === 'words') {
    return (
      <Words
        {...shared}
        counts={facets?.[filter.name]}
        maxLength={filter.maxLength}
        name={filter.name}
      />
    );
  }
  if (filter.kind === 'range') {
    return <RangeField {...shared} {...ranges[filter.name]()} names={filter.ends} />;
  }
  const hasChoice = filter.kind === 'zone' && shopZones().length > 1;
  return (
    hasChoice && <ZoneChoice counts={facets?.sendTo} fields={fields} label={t(filter.label)} />
  );
}

function shownChoices({
  name,
  choices,
}: Extract<SearchFilter, { kind: 'choice' }>): Record<string, ShownText> {
  const texts: Readonly<Record<string, string>> = choices();
  return Object.fromEntries(
    Object.entries(texts).map(([value, text]) => [
      value,
      name === 'category' ? shownCategoryName(value) : { text },
    ]),
  );
}

const ranges = {
  price: () => ({
    inputMode: amountInputMode(),
    labels: [texts.minPrice(currencySign()), texts.maxPrice(currencySign())] as const,
  }),
  made: () => ({ inputMode: 'numeric' as const, labels: [texts.minYear, texts.maxYear] as const }),
  year: () => ({ inputMode: 'numeric' as const, labels: [texts.minYear, texts.maxYear] as const }),
} satisfies Record<FilterOf<'range'>, unknown>;
