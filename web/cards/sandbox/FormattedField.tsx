import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { TextField } from '../../ui/TextField.tsx';
import { digitsOf } from './card-number.ts';

type Given = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'ref'>;

/** An input whose digits are grouped while typing. The caret stays behind the digit typed last. */
export function FormattedField({
  value,
  format,
  onChange,
  ...field
}: Given & {
  value: string;
  format: (typed: string) => string;
  onChange: (formatted: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const digitsBefore = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (digitsBefore.current === null) return;
    const place = placeAfter(value, digitsBefore.current);
    digitsBefore.current = null;
    input.current?.setSelectionRange(place, place);
  });
  return (
    <TextField
      {...field}
      inputMode="numeric"
      onChange={({ target }) => {
        const caret = target.selectionStart ?? target.value.length;
        const isAtEnd = caret === target.value.length;
        digitsBefore.current = isAtEnd ? null : digitsOf(target.value.slice(0, caret)).length;
        onChange(format(target.value));
      }}
      ref={input}
      value={value}
    />
  );
}

/** The index in the grouped text after that many digits. */
function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}
