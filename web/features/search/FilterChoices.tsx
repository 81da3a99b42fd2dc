import { type ReactNode, useId } from 'react';
import { shopZones, shownZone } from '#contract/delivery/shop-zones.ts';
import type { MatchCount, SearchFacets } from '#contract/search/search.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { choiceOf } from '../../ui/choice-of.ts';
import { FieldError } from '../../ui/Field.tsx';
import { Shown } from '../../ui/Owned.tsx';
import { Select } from '../../ui/Select.tsx';
import { TypedField } from './FilterFields.tsx';
import { formatCount } from './format-count.ts';
import type { SearchField } from './search-address.ts';
import type { FilterFields } from './use-filter-fields.ts';

const rowStyle =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2 -mx-2 transition hover:bg-sunken has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-focus pointer-coarse:min-h-11';
const wordsShown = 5;
const controlStyle = 'size-6 shrink-0 accent-brass outline-none';

/** One of several values, or any of them, with how many instruments match each. */
export function Choices({
  legend,
  name,
  choices,
  counts,
  fields,
}: {
  legend: string;
  name: SearchField;
  /** What each value is called. */
  choices: Readonly<Record<string, ShownText>>;
  counts: readonly (MatchCount & { value: string })[] | undefined;
  fields: FilterFields;
}) {
  const chosen = fields.textOf(name);
  // Radio buttons of one name in one document are one group, and the filters are also in a dialog.
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {['', ...Object.keys(choices)].map((value) => (
        <label className={rowStyle} htmlFor={`${id}${value}`} key={value}>
          <input
            checked={chosen === value}
            className={controlStyle}
            id={`${id}${value}`}
            name={name}
            onChange={() => fields.onChoose(name, value)}
            type="radio"
            value={value}
          />
          <span>
            <Shown {...(choices[value] ?? { text: searchTexts.filters.any })} />
          </span>
          {value !== '' && <Count count={counts?.find((choice) => choice.value === value)} />}
        </label>
      ))}
    </fieldset>
  );
}

/** A condition that is met or does not matter. */
export function Tick({
  label,
  name,
  value = '1',
  count,
  fields,
}: {
  label: ReactNode;
  name: SearchField;
  /** What the address has when it must be met. */
  value?: string;
  count: MatchCount | undefined;
  fields: FilterFields;
}) {
  const errorId = useId();
  const error = fields.errorOf(name);
  return (
    <>
      <label className={rowStyle}>
        <input
          aria-describedby={error && errorId}
          aria-invalid={error ? true : undefined}
          checked={fields.textOf(name) === value}
          className={controlStyle}
          name={name}
          onChange={({ target }) => fields.onChoose(name, target.checked ? value : '')}
          type="checkbox"
          value={value}
        />
        <span>{label}</span>
        <Count count={count} />
      </label>
      <FieldError id={errorId} message={error} />
    </>
  );
}

/** One of the shop's zones, or any of them, with how many instruments can be sent to each. */
export function ZoneChoice({
  label,
  counts,
  fields,
}: {
  label: string;
  counts: SearchFacets['sendTo'];
  fields: FilterFields;
}) {
  const zones = shopZones().map((zone) => {
    const shown = shownZone(zone);
    const known = counts?.find(({ value }) => value === zone.id);
    if (!isCounted(known)) return choiceOf(zone.id, shown);
    const [name, count] = [shown.text, formatCount(known)];
    return choiceOf(zone.id, { ...shown, text: t`${name} (${count})` });
  });
  return (
    <Select
      choices={[{ value: '', label: t`No preference` }, ...zones]}
      error={fields.errorOf('sendTo')}
      isFilter
      label={label}
      name="sendTo"
      onChange={({ target }) => fields.onChoose('sendTo', target.value)}
      value={fields.textOf('sendTo')}
    />
  );
}

/** Words that people type, and below them what most sellers wrote, which needs scripts. */
export function Words({
  legend,
  name,
  maxLength,
  counts = [],
  fields,
}: {
  legend: string;
  name: SearchField;
  maxLength: number;
  counts: readonly (MatchCount & { value: string })[] | undefined;
  fields: FilterFields;
}) {
  const chosen = fields.textOf(name);
  const offered = counts.filter(({ value }) => value !== chosen).slice(0, wordsShown);
  return (
    <div>
      <TypedField
        autoComplete="off"
        fields={fields}
        label={legend}
        maxLength={maxLength}
        name={name}
      />
      {offered.length > 0 && (
        <ul className="mt-1 noscript:hidden">
          {offered.map((choice) => (
            <li key={choice.value}>
              <button
                className={`w-full text-start ${rowStyle}`}
                onClick={() => fields.onChoose(name, choice.value)}
                type="button"
              >
                <bdi className="min-w-0 truncate">{choice.value}</bdi>
                <Count count={choice} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Count({ count }: { count: MatchCount | undefined }) {
  if (!isCounted(count)) return null;
  return (
    <span className="ms-auto text-sm font-normal text-muted tabular-nums">
      <span className="sr-only">(</span>
      <span>{formatCount(count)}</span>
      <span className="sr-only">)</span>
    </span>
  );
}

/** Nothing is known of a choice that none of the counted ones has. */
function isCounted(count: MatchCount | undefined): count is MatchCount {
  return count !== undefined && (count.count > 0 || count.isExact);
}
