import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

/** What the control inside a field takes over, so that label, hint and error are read out with it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldFrame {
  label: string;
  /** How to fill it in, under the label. */
  hint?: ReactNode;
  /** What is wrong, in words, under the control. */
  error?: string | undefined;
  /** Says 'optional' after the label; fields are required unless they say so. */
  isOptional?: boolean;
}

/** Label above, hint under it, control, error below. The control is made by `children` from what it is handed. */
export function Field({
  label,
  hint,
  error,
  isOptional = false,
  children,
}: FieldFrame & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="space-y-1.5">
      <label className="block font-semibold" htmlFor={id}>
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p className="text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isOptional ? undefined : true,
      })}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/** The error of a field or a form. Always in the page, so that a change of its words is announced. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <div aria-live="polite">
      {message && (
        <p className="flex items-start gap-1.5 text-sm font-medium text-red" id={id}>
          <Icon className="mt-0.5 size-4" name="warning" />
          {message}
        </p>
      )}
    </div>
  );
}

/** The look of every box that one types or chooses in. 16 px of text, so that a phone does not zoom. */
export const controlStyle =
  'block w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink transition placeholder:text-muted hover:border-ink aria-invalid:border-red aria-invalid:shadow-[inset_0_0_0_1px_var(--color-red)] [&:is(input,textarea):read-only]:bg-sunken disabled:bg-sunken disabled:text-muted';
