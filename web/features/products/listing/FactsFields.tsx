import { useState } from 'react';
import { countries } from '#contract/delivery/countries.ts';
import { checkFacts } from '#contract/instruments/facts.ts';
import type { KindAttribute } from '#contract/instruments/instrument-calls.ts';
import { language, sayKnown } from '#contract/language.ts';
import { repliedText, textIn } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { ChipField } from '../../../ui/Chip.tsx';
import { choiceOf } from '../../../ui/choice-of.ts';
import { FieldError } from '../../../ui/Field.tsx';
import { SentenceWith, Shown } from '../../../ui/Owned.tsx';
import { type Choice, Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { countryChoices } from '../../delivery/delivery-form.ts';
import type { KindDetails } from '../../instruments/queries.ts';
import { askedFacts, factOf, type TypedAnswers } from './answers.ts';

interface Answering {
  answers: TypedAnswers;
  onAnswer: (id: string, answer: string) => void;
}

/** What buyers ask about this kind: the first questions at once, the others when they are opened. */
export function FactsFields({
  kind,
  error,
  ...answering
}: Answering & { kind: KindDetails; error: string | undefined }) {
  const asked = askedFacts(kind);
  const others = asked.filter(({ first }) => !first);
  return (
    <>
      <div className="space-y-5" id="facts">
        {asked
          .filter(({ first }) => first)
          .map((attribute) => (
            <FactField attribute={attribute} key={`${kind.id} ${attribute.id}`} {...answering} />
          ))}
      </div>
      {others.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-2 font-semibold text-link">
            {t`More that buyers may ask`}
          </summary>
          <div className="space-y-5 pt-4">
            {others.map((attribute) => (
              <FactField attribute={attribute} key={`${kind.id} ${attribute.id}`} {...answering} />
            ))}
          </div>
        </details>
      )}
      <FieldError message={error} />
    </>
  );
}

/** More answers than this are a list to choose from. */
const maxChips = 5;

function FactField({ attribute, answers, onAnswer }: Answering & { attribute: KindAttribute }) {
  const { id, ask, type, values = [], unit, languages } = attribute;
  const label = repliedText(attribute, 'label');
  const hint = ask !== undefined && <Shown {...textIn(languages?.ask, ask)} />;
  const [isLeft, setIsLeft] = useState(false);
  const value = answers[id] ?? '';
  const onChange = (answer: string) => onAnswer(id, answer);
  const choices: readonly Choice[] =
    type === 'yesno'
      ? [
          { value: 'yes', label: t`Yes` },
          { value: 'no', label: t`No` },
        ]
      : type === 'country'
        ? countryChoices(countries)
        : values.map((one) => choiceOf(one.id, repliedText(one, 'label')));
  if (choices.length > maxChips) {
    return (
      <Select
        choices={[{ value: '', label: t`Not said` }, ...choices]}
        hint={hint}
        isOptional
        label={<Shown {...label} />}
        onChange={({ target }) => onChange(target.value)}
        value={value}
      />
    );
  }
  if (choices.length > 0) {
    return (
      <ChipField
        choices={choices}
        hint={hint}
        label={<Shown {...label} />}
        onChange={onChange}
        value={value}
      />
    );
  }
  const { min = 0, max = 0 } = attribute;
  const range = type === 'number' ? rangeText(min, max) : undefined;
  return (
    <TextField
      autoComplete="off"
      error={isLeft ? faultOf(attribute, value) : undefined}
      hint={
        (hint || range) && (
          <>
            <span>{hint}</span> <span>{range}</span>
          </>
        )
      }
      isOptional
      label={
        unit === undefined ? (
          <Shown {...label} />
        ) : (
          <SentenceWith say={inUnit} texts={[label, textIn(languages?.unit, unit)]} />
        )
      }
      onBlur={() => setIsLeft(true)}
      onChange={({ target }) => onChange(target.value)}
      value={value}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      {...(type === 'month' && { type: 'month' })}
    />
  );
}

const inUnit = (label: string, unit: string) => t`${label}, in ${unit}`;

function rangeText(min: number, max: number): string {
  const [from, to] = [min, max].map((end) => end.toLocaleString(language()));
  return t`From ${{ from }} to ${{ to }}.`;
}

/** As the shop would refuse it. */
function faultOf(attribute: KindAttribute, value: string): string | undefined {
  if (value.trim() === '') return undefined;
  const fact = factOf(attribute, value);
  const [error] = checkFacts({ attributes: [attribute] }, { [attribute.id]: fact }).errors;
  if (!error) return undefined;
  return typeof error.message === 'string' ? error.message : sayKnown(error.message);
}
