import type { Ref, SelectHTMLAttributes } from 'react';
import { controlStyle, Field, type FieldFrame } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface Choice {
  value: string;
  label: string;
  /** The language of the label and the direction of its letters, where they are not those of the page. */
  lang?: string;
  dir?: 'ltr' | 'rtl';
}

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className' | 'children'>;

/**
 * A select. `placeholder` is the first option, cannot be chosen, and is shown until something is. A filter (`isFilter`) may have
 * no choice, which its label does not say.
 */
export function Select({
  label,
  hint,
  error,
  isOptional = false,
  isFilter = false,
  choices,
  placeholder,
  ...select
}: FieldFrame &
  SelectProps & {
    choices: readonly Choice[];
    placeholder?: string;
    isFilter?: boolean;
    ref?: Ref<HTMLSelectElement>;
  }) {
  return (
    <Field error={error} hint={hint} isOptional={isOptional} label={label}>
      {(control) => (
        <span className="relative block">
          <select
            {...select}
            {...control}
            aria-required={isFilter ? undefined : control['aria-required']}
            className={`${controlStyle} appearance-none pe-10`}
          >
            {placeholder && (
              <option disabled value="">
                {placeholder}
              </option>
            )}
            {choices.map(({ value, label: text, ...language }) => (
              <option {...language} key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <Icon
            className="pointer-events-none absolute top-1/2 end-3 size-5 -translate-y-1/2 text-muted"
            name="down"
          />
        </span>
      )}
    </Field>
  );
}
