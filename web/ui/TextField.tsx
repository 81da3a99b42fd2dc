import { type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes, useContext } from 'react';
import { controlStyle, Field, type FieldFrame, SendingContext } from './Field.tsx';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>;
type AreaProps = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>;

/** A single-line text input. Pass `type`, `inputMode` and `autoComplete` for the right keyboard and autofill. */
export function TextField({
  label,
  hint,
  error,
  isOptional = false,
  readOnly,
  ...input
}: FieldFrame & InputProps & { ref?: Ref<HTMLInputElement> }) {
  const isSending = useContext(SendingContext);
  return (
    <Field error={error} hint={hint} isOptional={isOptional} label={label}>
      {(control) => (
        <input {...input} {...control} className={controlStyle} readOnly={isSending || readOnly} />
      )}
    </Field>
  );
}

/** A multi-line text input that grows with its content where the browser supports it. */
export function TextArea({
  label,
  hint,
  error,
  isOptional = false,
  rows = 5,
  readOnly,
  ...area
}: FieldFrame & AreaProps & { ref?: Ref<HTMLTextAreaElement> }) {
  const isSending = useContext(SendingContext);
  return (
    <Field error={error} hint={hint} isOptional={isOptional} label={label}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={`${controlStyle} field-sizing-content max-h-96 min-h-32`}
          readOnly={isSending || readOnly}
          rows={rows}
        />
      )}
    </Field>
  );
}
