import { type InputHTMLAttributes, useId } from 'react';
import { controlStyle, FieldError } from '../../ui/Field.tsx';
import type { SearchField } from './search-address.ts';
import type { FilterFields } from './use-filter-fields.ts';

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'autoComplete' | 'inputMode' | 'maxLength'
>;

/** A lower and an upper end side by side, with the errors of both below. */
export function RangeField({
  legend,
  labels,
  names,
  fields,
  inputMode,
}: Pick<InputProps, 'inputMode'> & {
  legend: string;
  labels: readonly [string, string];
  names: readonly [SearchField, SearchField];
  fields: FilterFields;
}) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {names.map((name, end) => (
          <div key={name}>
            <label className="mb-1 block text-sm text-muted" htmlFor={id + name}>
              {labels[end]}
            </label>
            <TypedInput
              autoComplete="off"
              errorId={`${id}${name}-error`}
              fields={fields}
              id={id + name}
              inputMode={inputMode}
              maxLength={12}
              name={name}
            />
          </div>
        ))}
      </div>
      {names.map((name) => (
        <FieldError id={`${id}${name}-error`} key={name} message={fields.errorOf(name)} />
      ))}
    </fieldset>
  );
}

/** A text, such as a place. Every text is valid. */
export function TypedField({
  label,
  name,
  fields,
  ...input
}: InputProps & { label: string; name: SearchField; fields: FilterFields }) {
  const id = useId();
  return (
    <div>
      <label className="mb-1 block font-semibold" htmlFor={id}>
        {label}
      </label>
      <TypedInput {...input} fields={fields} id={id} name={name} />
    </div>
  );
}

function TypedInput({
  fields,
  name,
  errorId,
  ...input
}: InputProps & { fields: FilterFields; name: SearchField; id: string; errorId?: string }) {
  const hasError = fields.errorOf(name) !== undefined;
  return (
    <input
      {...input}
      aria-describedby={hasError ? errorId : undefined}
      aria-invalid={hasError || undefined}
      className={controlStyle}
      enterKeyHint="search"
      name={name}
      onBlur={fields.onLeave}
      onChange={({ target }) => fields.onType(name, target.value)}
      spellCheck={false}
      value={fields.textOf(name)}
    />
  );
}
