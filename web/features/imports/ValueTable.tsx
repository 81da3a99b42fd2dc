import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Category, conditions, playingStates } from '#contract/constants.ts';
import { importFieldNames, type ValueField } from '#contract/imports/import-fields.ts';
import type {
  ImportMapping,
  ListingImport,
  ValueMeaning,
} from '#contract/imports/listing-imports.ts';
import { conditionNames, playingStateNames } from '#contract/products/product-names.ts';
import { categoryIds, categoryName } from '#contract/products/shop-categories.ts';
import { plural, t } from '#contract/text.ts';
import { controlStyle } from '../../ui/Field.tsx';
import { formatList } from '../../ui/format.ts';
import type { Choice } from '../../ui/Select.tsx';
import { kindsQuery } from '../instruments/queries.ts';

type Source = Extract<ImportMapping[ValueField], { column: string }>;
type Said = ListingImport['values'][number]['said'][number];

/** So many values are shown without being asked for; others are, where the shop does not understand them. */
const shownValues = 8;

/** What a column of few values says beside what it becomes. What the seller chooses counts more than what the shop reads. */
export function ValueTable({
  values: { field, column, said, isWhole },
  source,
  onChange,
}: {
  values: ListingImport['values'][number];
  source: Source;
  onChange: (source: Source) => void;
}) {
  const choices = useMeanings(field);
  const chosenOf = (value: string) => source.values?.find((one) => one.said === value)?.means;
  const unknown = said.filter(({ means }) => !means);
  const understood = said.filter(({ means }) => means);
  const rows = {
    choices,
    chosenOf,
    onChoose(value: string, means: ValueMeaning) {
      const others = (source.values ?? []).filter((one) => one.said !== value);
      onChange({ ...source, values: [...others, { said: value, means }] });
    },
  };
  const name = importFieldNames[field];
  return (
    <fieldset className="rounded-lg border border-line bg-surface p-4">
      <legend className="float-start font-semibold wrap-anywhere">
        {t`${name}: what “${column}” says`}
      </legend>
      <div className="clear-both space-y-3 pt-1">
        {!isWhole && (
          <p className="text-sm text-muted">
            {t`The column has more values. These are the most frequent ones; the others are read in the same way.`}
          </p>
        )}
        {unknown.length > 0 && (
          <>
            <p className="text-sm">
              {plural(unknown.length, {
                one: '# value is not understood. Choose what it means.',
                other: '# values are not understood. Choose what they mean.',
              })}
            </p>
            <ValueRows {...rows} said={unknown} />
          </>
        )}
        {understood.length > 0 && said.length <= shownValues && (
          <ValueRows {...rows} said={understood} />
        )}
        {understood.length > 0 && said.length > shownValues && (
          <details>
            <summary className="cursor-pointer py-2 font-semibold text-brass">
              {plural(understood.length, {
                one: '# value is understood. Look at it',
                other: '# values are understood. Look at them',
              })}
            </summary>
            <ValueRows {...rows} said={understood} />
          </details>
        )}
      </div>
    </fieldset>
  );
}

interface Choosing {
  choices: readonly (Choice & { means: ValueMeaning })[];
  chosenOf: (value: string) => ValueMeaning | undefined;
  onChoose: (value: string, means: ValueMeaning) => void;
}

function ValueRows({ said, choices, chosenOf, onChoose }: Choosing & { said: readonly Said[] }) {
  return (
    <ul className="grid gap-x-10 lg:grid-cols-2">
      {said.map((one) => (
        <ValueRow
          choices={choices}
          chosen={chosenOf(one.value)}
          key={one.value}
          onChoose={(means) => onChoose(one.value, means)}
          said={one}
        />
      ))}
    </ul>
  );
}

function ValueRow({
  said: { value, count, means },
  chosen,
  choices,
  onChoose,
}: {
  said: Said;
  chosen: ValueMeaning | undefined;
  choices: Choosing['choices'];
  onChoose: (means: ValueMeaning) => void;
}) {
  const id = useId();
  const meant = chosen ?? means;
  const current = meant ? meaningKey(meant) : '';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-center gap-x-4 border-b border-line py-2">
      <label className="wrap-anywhere" htmlFor={id}>
        <span>{value}</span>{' '}
        <span className="text-sm whitespace-nowrap text-muted">
          {plural(count, { one: '# row', other: '# rows' })}
        </span>
      </label>
      <select
        className={controlStyle}
        id={id}
        onChange={({ target }) => {
          const choice = choices.find((one) => one.value === target.value);
          if (choice) onChoose(choice.means);
        }}
        value={current}
      >
        {!meant && (
          <option disabled value="">
            {t`Choose`}
          </option>
        )}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </li>
  );
}

/** Of a kind its category is known. */
export const meaningKey = ({ condition, playing_state, kind, category }: ValueMeaning): string =>
  kind ?? [condition, playing_state, category].join('/');

/** What the values of a column can mean, as choices. */
export function useMeanings(field: ValueField): (Choice & { means: ValueMeaning })[] {
  const isKinds = field === 'category' || field === 'kind';
  const { data: kinds = [] } = useQuery({ ...kindsQuery(), enabled: isKinds });
  const choice = (label: string, means: ValueMeaning) => ({
    value: meaningKey(means),
    label,
    means,
  });
  if (field === 'playing_state') {
    return playingStates.map((one) => choice(playingStateNames[one], { playing_state: one }));
  }
  if (field === 'condition') {
    return conditions.flatMap((condition) => [
      choice(conditionNames[condition], { condition }),
      ...playingStates.map((one) =>
        choice(formatList([conditionNames[condition], playingStateNames[one]]), {
          condition,
          playing_state: one,
        }),
      ),
    ]);
  }
  const ofCategory = (category: Category) => [
    ...(field === 'category' ? [choice(categoryName(category), { category })] : []),
    ...kinds
      .filter((kind) => kind.category === category)
      .map((kind) =>
        choice(kind.name, { kind: kind.id, ...(field === 'category' && { category }) }),
      ),
  ];
  return [
    ...(field === 'category' ? [choice(t`No category`, {})] : []),
    ...categoryIds().flatMap(ofCategory),
  ];
}
