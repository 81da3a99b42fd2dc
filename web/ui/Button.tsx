import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-look.ts';
import { Spinner } from './Spinner.tsx';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is under way: the button shows it, keeps its size and its focus, and does nothing when pressed. */
  isBusy?: boolean;
  /** What the button is called while busy, for readers of the page aloud. Without it the name stays. */
  busyLabel?: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. `disabled` keeps it in the tab order (as aria-disabled), so that a reader of the page aloud finds it. */
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
