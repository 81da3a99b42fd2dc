import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { findZone, shownZone } from '#contract/delivery/shop-zones.ts';
import { listSeparator } from '#contract/isolate.ts';
import { language } from '#contract/language.ts';
import { shownCategoryName } from '#contract/products/shop-categories.ts';
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
import { SentenceWith, Shown } from '../../ui/Owned.tsx';
import { KindPicture } from '../instruments/KindPicture.tsx';
import { type KindLabels, labelsById, useKindLabels } from './kind-labels.ts';
import type { SearchReply } from './queries.ts';
import { type SearchState, searchAddress, without, withoutWords } from './search-address.ts';

const chipStyle =
  'flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong bg-surface px-3.5 py-1 text-sm font-semibold transition hover:border-ink hover:bg-sunken hover:[--drawing:var(--color-sunken)] pointer-coarse:min-h-11';

/** The active filters; each is removed by one press, after which the next one has the focus. */
export function FilterChips({
  state,
  understood = [],
  factsKind,
}: {
  state: SearchState;
  /** What words of the search were understood as. */
  understood?: SearchReply['understood'];
  /** The kind that is chosen or understood. */
  factsKind?: string | undefined;
}) {
  const isWanted = state.kind !== undefined || state.fact !== undefined || understood.length > 0;
  const labels = useKindLabels(isWanted ? (state.kind ?? factsKind) : undefined, isWanted);
  const ofFilters = chipsOf(state, labels);
  const chips = [
    ...understood.flatMap(({ text, as, id }) => {
      const left = withoutWords(state, text);
      const said = as === 'brand' ? { text: id } : labels[as](id, text);
      if (!left) return [];
      const isKind = as === 'kind';
      return [
        {
          key: text,
          label: isKind && isNarrower(said.text, text) ? text : <Shown {...said} />,
          kind: isKind ? id : undefined,
          left,
        },
      ];
    }),
    ...ofFilters.map(({ label, fields }) => ({
      key: fields.join(),
      label: shownLabel(fields, state, labels) ?? label,
      kind: fields.includes('kind') ? state.kind : undefined,
      left: without(state, ...fields),
    })),
  ];
  const list = useRef<HTMLUListElement>(null);
  const keys = chips.map(({ key }) => key);
  const focusAfterRemoval = useFocusAfterRemoval(list, keys, 'a');
  if (chips.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:basis-full lg:me-auto lg:flex-1">
      <ul className="contents" ref={list}>
        {chips.map(({ key, label, left, kind }) => (
          <li className="max-w-full" key={key}>
            <Link
              className={`${chipStyle} pe-2.5`}
              onClick={() => focusAfterRemoval(key)}
              preventScrollReset
              to={searchAddress(left)}
            >
              {kind !== undefined && <KindPicture className="-ms-1 size-6" kind={kind} />}
              <span className="sr-only">{`${searchTexts.filters.remove} `}</span>
              <bdi className="min-w-0 truncate">{label}</bdi>
              <Icon className="size-4" name="close" />
            </Link>
          </li>
        ))}
      </ul>
      {ofFilters.length > 0 && (
        <Link
          className={buttonStyle('link', 'small')}
          onClick={() => focusAfterRemoval(ofFilters[0]?.fields.join() ?? '')}
          preventScrollReset
          to={searchAddress(without(state, ...filterFields))}
        >
          {searchTexts.filters.clear}
        </Link>
      )}
    </div>
  );
}

/** 'Horn' also finds other horns, so that its chip does not say 'French horn'. */
function isNarrower(label: string, typed: string): boolean {
  const [words, all] = [typed, label].map((text) => text.toLocaleLowerCase());
  return all !== words && all?.split(' ').includes(words ?? '') === true;
}

/** The label of a filter with the languages of what the owner has written; undefined where the owner has written nothing. */
function shownLabel(
  [field]: readonly FilterField[],
  { kind, category, sendTo, fact }: SearchState,
  labels: KindLabels,
): ReactNode {
  if (field === 'kind' && kind !== undefined) return <Shown {...labels.kind(kind)} />;
  if (field === 'category' && category) return <Shown {...shownCategoryName(category)} />;
  if (field === 'sendTo' && sendTo !== undefined) return <SentTo zoneId={sendTo} />;
  if (field !== 'fact' || fact === undefined) return undefined;
  const facts = fact.split(',').map((one) => labels.fact(one));
  return <SentenceWith say={(...texts) => texts.join(listSeparator())} texts={facts} />;
}

interface Chip {
  label: string;
  fields: readonly FilterField[];
}

/** One chip for each filter; both ends of a range are one. */
export function chipsOf(state: SearchState, labels: KindLabels = labelsById): Chip[] {
  return filters.flatMap((filter) => {
    const label = labelOf(filter, state, labels);
    return label === undefined ? [] : [{ label, fields: fieldsOf(filter) }];
  });
}

function labelOf(filter: SearchFilter, state: SearchState, labels: KindLabels): string | undefined {
  if (filter.kind === 'range') return ranges[filter.name](state);
  const value = state[filter.name];
  if (value === undefined) return undefined;
  if (filter.kind === 'words') return value;
  if (filter.kind === 'zone') return sentToLabel(value);
  if (filter.kind === 'flag') return t(filter.label);
  if (filter.kind === 'facts')
    return value
      .split(',')
      .map((fact) => labels.fact(fact).text)
      .join(listSeparator());
  if (filter.kind === 'id')
    return filter.name === 'kind' ? labels.kind(value).text : languageName(value);
  return (filter.choices() as Readonly<Record<string, string>>)[value];
}

const { chips: words } = searchTexts;
const ranges: Record<FilterOf<'range'>, (state: SearchState) => string | undefined> = {
  price: ({ minPrice, maxPrice }) =>
    rangeLabel(minPrice, maxPrice, formatMoney, {
      both: words.prices,
      from: words.minPrice,
      to: words.maxPrice,
    }),
  made: ({ madeFrom, madeTo }) =>
    rangeLabel(madeFrom, madeTo, (year) => year, {
      both: words.madeYears,
      from: words.madeFrom,
      to: words.madeTo,
    }),
  year: ({ minYear, maxYear }) =>
    rangeLabel(minYear, maxYear, (year) => year, {
      both: words.years,
      from: words.minYear,
      to: words.maxYear,
    }),
};

/** The name of a language in that of the page. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag; // It is no tag of a language.
  }
}

/** What the filter by the zone with this id lets through. The zone may have been removed since a search was saved. */
function sentToLabel(zoneId: string): string {
  const zone = findZone(zoneId);
  if (!zone) return t`Ships to a zone that the shop has removed`;
  if (zone.name === undefined) return t`Can be shipped`;
  return shipsTo(shownZone(zone).text);
}

const shipsTo = (name: string) => t`Ships to ${name}`;

/** The same with the language of the name of the zone. */
export function SentTo({ zoneId }: { zoneId: string }) {
  const zone = findZone(zoneId);
  if (zone?.name === undefined) return sentToLabel(zoneId);
  return <SentenceWith say={shipsTo} texts={[shownZone(zone)]} />;
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
