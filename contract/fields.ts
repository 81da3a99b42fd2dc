import { z } from 'zod';
import { limits, purchaseYear } from './constants.ts';
import { messages } from './messages.ts';

/** A required text: one message whether it is missing, of another type, or only white space. */
export function requiredText(message: string, maxLength: number) {
  return z
    .string(message)
    .trim()
    .min(1, message)
    .max(maxLength, `Use at most ${maxLength} characters`);
}

/**
 * A required text of one line: names, places, phone numbers. Line breaks and control characters would let it write more
 * than its own line in mails, logs and tables.
 */
export function requiredLine(message: string, maxLength: number) {
  return requiredText(message, maxLength).refine(
    (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
    'Use one line, without control characters',
  );
}

export const id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This is not an id')
  .toLowerCase();

export const email = z
  .string(messages.required.email)
  .trim()
  .min(1, messages.required.email)
  .max(limits.emailLength, `Use at most ${limits.emailLength} characters`)
  .pipe(z.email('This is not an email address'));

/** A picture's URL. Which hosts are allowed is checked by the images feature, not here. */
export const imageAddress = z
  .string(messages.required.profilePicture)
  .trim()
  .min(1, messages.required.profilePicture)
  .max(limits.addressLength, 'This address is too long');

/**
 * Dollars on the wire: a number or a numeric string, above 0, at most 1,000,000, whole cents. Stored as integer
 * cents (see `cents`).
 */
export function dollars(message: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^-?\d{1,9}(\.\d+)?$/)
          .transform(Number),
      ],
      message,
    )
    .refine((value) => value > 0, 'The price must be above 0')
    .refine((value) => value <= limits.priceDollars, 'The price may be at most 1,000,000')
    .refine(isWholeCents, 'Use at most two digits after the point');
}

/** Converts dollars from the wire to integer cents. */
export function cents(amountDollars: number): number {
  return Math.round(amountDollars * 100);
}

/** Converts integer cents to dollars for the wire. */
export function dollarsFromCents(amountCents: number): number {
  return amountCents / 100;
}

export const yearOfPurchase = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{4}$/)
        .transform(Number),
    ],
    {
      error: messages.required.purchaseYear,
    },
  )
  .refine(Number.isInteger, 'The year must be a whole number')
  .refine(
    (year) => year >= purchaseYear.min && year <= purchaseYear.max,
    `The year must be from ${purchaseYear.min} to ${purchaseYear.max}`,
  );

/** Paging parameters. Lists are plain arrays, newest first; `Link` names the next page. */
export const page = {
  limit: z.coerce
    .number('The limit must be a number')
    .int('The limit must be a whole number')
    .min(1, 'The limit must be at least 1')
    .max(limits.pageSizeMax, `The limit may be at most ${limits.pageSizeMax}`)
    .default(limits.pageSizeMax),
  cursor: id.optional(),
};

export const isoTime = z.string().meta({ format: 'date-time' });

/** The tolerance is for sums that a client made of floating-point numbers. */
function isWholeCents(value: number): boolean {
  if (value > 0 && cents(value) === 0) return false;
  return Math.abs(value * 100 - cents(value)) < 1e-6;
}
