import { type InputHTMLAttributes, type Ref, useContext, useState } from 'react';
import { controlStyle, Field, type FieldFrame, SendingContext } from './Field.tsx';
import { Icon } from './Icon.tsx';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'type'>;

/** A password input with a show/hide button. Pass `autoComplete`: 'current-password' or 'new-password'. */
export function PasswordField({
  label,
  hint,
  error,
  isOptional = false,
  showLabel,
  ...input
}: FieldFrame &
  InputProps & {
    /** The name of the button, such as 'Show password'. */
    showLabel: string;
    ref?: Ref<HTMLInputElement>;
  }) {
  const isSending = useContext(SendingContext);
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Field error={error} hint={hint} isOptional={isOptional} label={label}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            className={`${controlStyle} pe-12`}
            readOnly={isSending}
            type={isVisible ? 'text' : 'password'}
          />
          <button
            aria-controls={control.id}
            aria-label={showLabel}
            aria-pressed={isVisible}
            className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-md text-muted transition hover:text-ink noscript:hidden"
            onClick={() => setIsVisible(!isVisible)}
            type="button"
          >
            <Icon name={isVisible ? 'eyeClosed' : 'eye'} />
          </button>
        </div>
      )}
    </Field>
  );
}
