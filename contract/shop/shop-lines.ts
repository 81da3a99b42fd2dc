import { z } from 'zod';
import type { OwnedText } from './owned-text.ts';

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

/** A line, or one for each language (`OwnedText`). What is wrong with it is said in one sentence. */
export const ownedLine = (maxLength: number) => {
  const one = line(maxLength);
  const byLanguage = z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), one)
    .refine((texts) => Object.keys(texts).length > 0);
  return z.unknown().transform((given, { issues }): OwnedText => {
    if (given === undefined) {
      issues.push({ code: 'custom', input: given, message: 'is missing' });
      return z.NEVER;
    }
    const { data } = (typeof given === 'string' ? one : byLanguage).safeParse(given);
    if (data !== undefined) return data;
    const message = `must be one line of 1 to ${maxLength} characters, or one for each language, as { "en": "Abroad" }`;
    issues.push({ code: 'custom', input: given, message });
    return z.NEVER;
  });
};
