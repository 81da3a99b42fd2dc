import { z } from 'zod';

/** One line of a file of the shop. Messages follow the name of the field: `tagline must be …`. */
export const line = (maxLength: number) => {
  const message = `must be one line of 1 to ${maxLength} characters`;
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(maxLength, message)
    .refine(
      (text) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text),
      'must not contain line breaks or control characters',
    );
};
