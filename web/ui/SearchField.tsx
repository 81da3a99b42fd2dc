import { type InputHTMLAttributes, type Ref, useId } from 'react';
import { controlStyle } from './Field.tsx';
import { Icon } from './Icon.tsx';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>;

/** A search input in a search landmark. Any input is valid, so it has no error. */
export function SearchField({
  label,
  ...input
}: InputProps & { label: string; ref?: Ref<HTMLInputElement> }) {
  const id = useId();
  return (
    <search className="block space-y-1.5">
      <label className="block font-semibold" htmlFor={id}>
        {label}
      </label>
      <span className="relative block">
        <Icon
          className="pointer-events-none absolute top-1/2 start-3 size-5 -translate-y-1/2 text-muted"
          name="search"
        />
        <input
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
          {...input}
          className={`${controlStyle} ps-10`}
          id={id}
          type="search"
        />
      </span>
    </search>
  );
}
