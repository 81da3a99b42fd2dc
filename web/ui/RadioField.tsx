import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { t } from '#contract/text.ts';
import { FieldError, type FieldFrame } from './Field.tsx';
import type { Choice } from './Select.tsx';

type RadioProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'className' | 'type' | 'value' | 'defaultValue' | 'checked' | 'defaultChecked'
>;

/** A group of radio buttons, each with a line below its label if there is more to say. `name`, `onChange` and `ref` go to every input, as form libraries expect. */
export function RadioField({
  label,
  hint,
  error,
  isOptional = false,
  choices,
  value,
  defaultValue,
  ...radio
}: FieldFrame &
  RadioProps & {
    name: string;
    choices: readonly (Omit<Choice, 'label'> & { label: ReactNode; note?: string })[];
    value?: string;
    defaultValue?: string;
    ref?: Ref<HTMLInputElement>;
  }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={described || undefined} className="space-y-1.5">
      <legend className="mb-1.5 font-semibold">
        <span>{label}</span>
        {isOptional && <span className="font-normal text-muted"> {t`(optional)`}</span>}
      </legend>
      {hint && (
        <p className="text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            className="flex min-h-11 items-center gap-2 rounded-md border border-line-strong bg-surface px-4 py-1.5 transition hover:border-ink has-checked:border-brass has-checked:bg-brass-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            key={choice.value}
          >
            <input
              {...radio}
              className="size-4 accent-brass outline-none"
              type="radio"
              value={choice.value}
              {...(value === undefined ? {} : { checked: value === choice.value })}
              {...(defaultValue === undefined
                ? {}
                : { defaultChecked: defaultValue === choice.value })}
            />
            <span>
              <span>{choice.label}</span>
              {choice.note && <span className="block text-sm text-muted"> {choice.note}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
