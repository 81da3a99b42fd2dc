import type { MatchCount, SearchFacets } from '#contract/search/search.ts';
import type { FilterOf } from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { choiceOf } from '../../ui/choice-of.ts';
import { Shown } from '../../ui/Owned.tsx';
import { type Choice, Select } from '../../ui/Select.tsx';
import { languageName } from './FilterChips.tsx';
import { formatCount } from './format-count.ts';
import { useKindLabels } from './kind-labels.ts';
import type { FilterFields } from './use-filter-fields.ts';

type Counts = readonly (MatchCount & { value: string })[];

/** One of the kinds or languages that matches have, or any of them. Nothing when there is none to choose. */
export function KnownChoice({
  label,
  name,
  counts = [],
  fields,
}: {
  label: string;
  name: FilterOf<'id'>;
  counts: Counts | undefined;
  fields: FilterFields;
}) {
  const chosen = fields.textOf(name);
  const isKind = name === 'kind';
  const labels = useKindLabels(undefined, isKind && counts.length > 0);
  const values = counts.filter(({ count }) => count > 0);
  if (values.length === 0 && chosen === '') return null;
  const isCounted = values.some(({ value }) => value === chosen);
  const nameOf = (value: string) => (isKind ? labels.kind(value) : { text: languageName(value) });
  return (
    <Select
      choices={[
        { value: '', label: searchTexts.filters.any },
        ...(chosen === '' || isCounted ? [] : [choiceOf(chosen, nameOf(chosen))]),
        ...values.map((one) => counted(nameOf(one.value), one)),
      ]}
      isFilter
      label={label}
      name={name}
      onChange={({ target }) => fields.onChoose(name, target.value)}
      value={chosen}
    />
  );
}

/** What buyers ask first of the kind that is chosen or understood, with how many instruments have each answer. */
export function FactChoices({
  facts: { kind, attributes },
  fields,
}: {
  facts: NonNullable<SearchFacets['facts']>;
  fields: FilterFields;
}) {
  const labels = useKindLabels(kind, true);
  const chosen = fields.textOf('fact').split(',').filter(Boolean);
  return attributes.map(({ attribute, choices }) => {
    const isOfAttribute = (fact: string) => fact.startsWith(`${attribute}:`);
    const others = chosen.filter((fact) => !isOfAttribute(fact));
    const values = choices.map((one) => ({ ...one, fact: `${attribute}:${one.value}` }));
    const own = chosen.find(isOfAttribute) ?? '';
    const isCounted = own === '' || values.some(({ fact }) => fact === own);
    return (
      <Select
        choices={[
          { value: '', label: searchTexts.filters.any },
          ...(isCounted ? [] : [choiceOf(own, labels.fact(own))]),
          ...values.map(({ fact, ...count }) => ({
            ...counted(labels.fact(fact), count),
            value: fact,
          })),
        ]}
        isFilter
        key={attribute}
        label={<Shown {...labels.attribute(attribute)} />}
        name="fact"
        onChange={({ target }) =>
          fields.onChoose('fact', [...others, target.value].filter(Boolean).sort().join(','))
        }
        value={own}
      />
    );
  });
}

function counted(
  { text: name, ...language }: ShownText,
  one: MatchCount & { value: string },
): Choice {
  const count = formatCount(one);
  return { value: one.value, label: t`${name} (${count})`, ...language };
}
