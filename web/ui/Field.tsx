import { createContext, type ReactNode, useId } from 'react';
import { t } from '#contract/text.ts';
import { Icon } from './Icon.tsx';

/** Props that the control of a field must spread, so that label, hint and error are associated with it. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/**
 * Whether the form around a field is being sent. Its texts cannot be changed then: what was typed by then would be lost when
 * the form closes or shows what the server has stored.
 */
export const SendingContext = createContext(false);

export interface FieldFrame {
  label: ReactNode;
  /** A hint how to fill it in, below the label. */
  hint?: ReactNode;
  /** The validation error, below the control. */
  error?: string | undefined;
  /** Adds 'optional' to the label; fields are required by default. */
  isOptional?: boolean;
}

/** Label, hint, control and error, from top to bottom. `children` renders the control with the given props. */
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
        <span>{label}</span>
        {isOptional && <span className="font-normal text-muted"> {t`(optional)`}</span>}
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

/** The error of a field or form. Always rendered, so that changes of its text are announced. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <div aria-live="polite">
      {message && (
        <p className="flex items-start gap-1.5 text-sm font-medium text-red" id={id}>
          <Icon className="mt-0.5 size-4" name="warning" />
          <span>{message}</span>
        </p>
      )}
    </div>
  );
}

/** The class of text inputs and selects. */
export const controlStyle = 'control';
