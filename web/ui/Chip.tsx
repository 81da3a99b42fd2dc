import type { ButtonHTMLAttributes, ReactNode } from 'react';
import type { Choice } from './Select.tsx';

/** A button in a row of short answers; `aria-pressed` says that it is chosen. */
export function Chip(props: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>) {
  return (
    <button
      {...props}
      className="min-h-11 rounded-md border border-line-strong bg-surface px-4 text-start transition hover:border-ink aria-pressed:border-brass aria-pressed:bg-brass-tint aria-pressed:font-semibold"
      type="button"
    />
  );
}

/** Offers answers as chips. At most one is chosen; pressing it again takes it back. */
export function ChipField({
  label,
  hint,
  choices,
  value,
  onChange,
}: {
  label: ReactNode;
  hint?: ReactNode;
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{label}</legend>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div className="mt-1.5 flex flex-wrap gap-2">
        {choices.map(({ value: one, label: text, ...language }) => (
          <Chip
            {...language}
            aria-pressed={one === value}
            key={one}
            onClick={() => onChange(one === value ? '' : one)}
          >
            {text}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
