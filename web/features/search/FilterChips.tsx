import { useRef } from 'react';
import { Link } from 'react-router';
import { findZone, zoneName } from '#contract/delivery/shop-zones.ts';
import {
  type FilterField,
  type FilterOf,
  fieldsOf,
  filterFields,
  filters,
  type SearchFilter,
} from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import { t } from '#contract/text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatMoney } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useFocusAfterRemoval } from '../../ui/list-focus.ts';
import { type SearchState, searchAddress, without } from './search-address.ts';

const chipStyle =
  'flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 py-1 text-sm font-semibold transition hover:border-ink hover:bg-sunken pointer-coarse:min-h-11';

/** The active filters; each is removed by one press, after which the next one has the focus. */
export function FilterChips({ state }: { state: SearchState }) {
  const chips = chipsOf(state);
  const list = useRef<HTMLUListElement>(null);
  const keys = chips.map(({ fields }) => fields.join());
  const focusAfterRemoval = useFocusAfterRemoval(list, keys, 'a');
  if (chips.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:basis-full lg:me-auto lg:flex-1">
      <ul className="contents" ref={list}>
        {chips.map(({ label, fields }) => (
          <li className="max-w-full" key={fields.join()}>
            <Link
              className={`${chipStyle} pe-2.5`}
              onClick={() => focusAfterRemoval(fields.join())}
              preventScrollReset
              to={searchAddress(without(state, ...fields))}
            >
              <span className="sr-only">{`${searchTexts.filters.remove} `}</span>
              <bdi className="min-w-0 truncate">{label}</bdi>
              <Icon className="size-4" name="close" />
            </Link>
          </li>
        ))}
      </ul>
      <Link
        className={buttonStyle('link', 'small')}
        onClick={() => focusAfterRemoval(keys[0] ?? '')}
        preventScrollReset
        to={searchAddress(without(state, ...filterFields))}
      >
        {searchTexts.filters.clear}
      </Link>
    </div>
  );
}

interface Chip {
  label: string;
  fields: readonly FilterField[];
}

/** One chip for each filter; both ends of a range are one. */
export function chipsOf(state: SearchState): Chip[] {
  return filters.flatMap((filter) => {
    const label = labelOf(filter, state);
    return label === undefined ? [] : [{ label, fields: fieldsOf(filter) }];
  });
}

function labelOf(filter: SearchFilter, state: SearchState): string | undefined {
  if (filter.kind === 'range') return ranges[filter.name](state);
  const value = state[filter.name];
  if (value === undefined) return undefined;
  if (filter.kind === 'words') return value;
  if (filter.kind === 'zone') return sentToLabel(value);
  if (filter.kind === 'flag') return t(filter.label);
  return (filter.choices as Readonly<Record<string, string>>)[value];
}

const { chips: words } = searchTexts;
const ranges: Record<FilterOf<'range'>, (state: SearchState) => string | undefined> = {
  price: ({ minPrice, maxPrice }) =>
    rangeLabel(minPrice, maxPrice, formatMoney, {
      both: words.prices,
      from: words.minPrice,
      to: words.maxPrice,
    }),
  year: ({ minYear, maxYear }) =>
    rangeLabel(minYear, maxYear, (year) => year, {
      both: words.years,
      from: words.minYear,
      to: words.maxYear,
    }),
};

/** What the filter by the zone with this id lets through. The zone may have been removed since a search was saved. */
export function sentToLabel(zoneId: string): string {
  const zone = findZone(zoneId);
  if (!zone) return t`Ships to a zone that the shop has removed`;
  if (zone.name === undefined) return t`Can be shipped`;
  const name = zoneName(zone);
  return t`Ships to ${name}`;
}

function rangeLabel<Shown>(
  from: number | undefined,
  to: number | undefined,
  shown: (value: number) => Shown,
  words: {
    both: (from: Shown, to: Shown) => string;
    from: (from: Shown) => string;
    to: (to: Shown) => string;
  },
): string | undefined {
  if (from !== undefined && to !== undefined) return words.both(shown(from), shown(to));
  if (from !== undefined) return words.from(shown(from));
  return to === undefined ? undefined : words.to(shown(to));
}
