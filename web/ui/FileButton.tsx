import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button-style.ts';

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'size' | 'className' | 'onChange'
>;

/** A button that opens the browser's file dialog. The input inside it takes focus and keyboard. */
export function FileButton({
  variant = 'quiet',
  size = 'medium',
  className = '',
  onFiles,
  children,
  ...input
}: InputProps & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  onFiles: (files: readonly File[]) => void;
  children: ReactNode;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <label
      className={`${buttonStyle(variant, size)} cursor-pointer has-disabled:cursor-default has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${className}`}
    >
      <input
        {...input}
        className="sr-only"
        onChange={({ target }) => takeOut(target, onFiles)}
        type="file"
      />
      <span className="contents">{children}</span>
    </label>
  );
}

/** Takes the files and clears the input, so that the same file can be chosen again. */
function takeOut(input: HTMLInputElement, onFiles: (files: readonly File[]) => void): void {
  const files = [...(input.files ?? [])];
  input.value = '';
  if (files.length > 0) onFiles(files);
}
