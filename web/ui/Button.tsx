import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';
import { Spinner } from './Spinner.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An action is running: the button shows it, keeps its size and focus, and ignores presses. */
  isBusy?: boolean;
  /** The accessible name while busy. By default the name stays. */
  busyLabel?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button. `disabled` sets aria-disabled instead of the attribute, so that it stays in the tab order for screen
 * readers.
 */
export function Button({
  variant = 'quiet',
  size = 'medium',
  isBusy = false,
  busyLabel,
  disabled = false,
  onClick,
  className = '',
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  const isIdle = !isBusy && !disabled;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isIdle) onClick?.(event);
    else event.preventDefault();
  };
  return (
    <button
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={!isIdle || undefined}
      className={`${buttonStyle(variant, size)} ${className}`}
      onClick={press}
      type={type}
    >
      {/* Unseen while busy, but still there: the words are the button's width and, unless it has another, its name. */}
      <span
        aria-hidden={(isBusy && busyLabel !== undefined) || undefined}
        className={isBusy ? 'contents text-transparent' : 'contents'}
      >
        {children}
      </span>
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner className="size-5" />
          <span className="sr-only">{busyLabel}</span>
        </span>
      )}
    </button>
  );
}
