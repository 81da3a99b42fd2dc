import { z } from 'zod';
import { limits, purchaseYear } from './constants.ts';
import { hasFewDigits, highestAmount, isInSteps, toMinorUnits } from './currency.ts';
import { currencyTexts } from './currency-texts.ts';
import { messages } from './messages.ts';
import { readAmount } from './read-amount.ts';
import { shopCurrency } from './shop-currency.ts';

// No object schemas here: to create one probes for `eval`, and forms turn that off only after this file has run.

/**
 * A required text: one message whether it is missing, of another type, or has nothing that could be seen. Letters are
 * composed (NFC), so that what looks equal is equal.
 */
export function requiredText(message: string, maxLength: number) {
  return z
    .string(message)
    .trim()
    .normalize('NFC')
    .refine(isVisible, message)
    .max(maxLength, `Use at most ${maxLength} characters`);
}

/**
 * A required text of one line: names, places, phone numbers. Line breaks and control characters would let it write more
 * than its own line in mails, logs and tables; a change of direction would turn the text around it.
 */
export function requiredLine(message: string, maxLength: number) {
  return z
    .string(message)
    .overwrite(withoutDirections)
    .trim()
    .normalize('NFC')
    .refine(isVisible, message)
    .max(maxLength, `Use at most ${maxLength} characters`)
    .refine(
      (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
      'Use one line, without control characters',
    );
}

/** A telephone number, however it is written: with at least six digits. */
export function phoneNumber(message: string, maxLength: number) {
  return requiredLine(message, maxLength).refine(
    (text) => (text.match(/\p{Nd}/gu)?.length ?? 0) >= minPhoneDigits,
    { error: `A telephone number has at least ${minPhoneDigits} digits`, when: hasNoIssues },
  );
}

const minPhoneDigits = 6;
/** What is missing or too long is said once. */
const hasNoIssues = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/** A name from elsewhere, as `requiredLine` would leave it. @returns an empty text when nothing of it could be seen */
export function asLine(text: string, maxLength: number): string {
  const line = withoutDirections(text)
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .normalize('NFC');
  return isVisible(line)
    ? line
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
    : '';
}

/** Whether there is a character with a shape of its own: joiners, fillers, marks and a braille blank have none. */
function isVisible(text: string): boolean {
  return /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{M}\u2800]/u.test(text);
}

/** Embeddings, overrides and isolates. The marks that separate words of two directions stay. */
function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
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

/** The description of an amount. */
export const inCurrency = "In the shop's currency";

/**
 * An amount of the shop's currency on the wire: a number or a text that `readAmount` can read, above 0, at most the highest
 * price, with no more digits than the currency has. Stored as an integer of its smallest unit (see `toMinorUnits`).
 */
export function amount(message: string) {
  return numberOrText(message)
    .transform((value, context) => numberOf(value, context, message))
    .pipe(price(message));
}

/** The same, or an empty text for none. */
export function amountOrNothing(message: string) {
  return numberOrText(message)
    .transform((value, context) => (value === '' ? value : numberOf(value, context, message)))
    .pipe(z.union([z.literal(''), price(message)]));
}

/** The end of a range of prices in an address. An empty text is none. */
export function priceBound(name: string) {
  const message = `The ${name} must be a number`;
  return numberOrText(message)
    .transform((value, context) => (value === '' ? undefined : numberOf(value, context, message)))
    .pipe(
      z
        .number(message)
        .min(0, `The ${name} must be at least 0`)
        .refine((value) => value <= highestAmount(), { error: () => currencyTexts.highest(name) })
        .optional(),
    )
    .optional();
}

const numberOrText = (message: string) => z.union([z.number(), z.string().trim()], message);

function numberOf(value: number | string, context: z.RefinementCtx, message: string): number {
  if (typeof value === 'number') return value;
  const reading = readAmount(value);
  if ('amount' in reading) return reading.amount;
  context.addIssue(reading.message ?? message);
  return z.NEVER;
}

function price(message: string) {
  return z
    .number(message)
    .refine((value) => value > 0, 'The price must be above 0')
    .refine((value) => value <= highestAmount(), { error: () => currencyTexts.highest('price') })
    .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() });
}

/**
 * A price that cards can be charged with: the card provider may have a lowest one, and steps. What is wrong with every
 * amount is said once, by `amount`.
 */
export function chargedAmount(message: string) {
  return amount(message)
    .refine((value) => value <= 0 || !hasFewDigits(value) || isEnough(value), {
      error: () => currencyTexts.least(),
    })
    .refine((value) => !hasFewDigits(value) || isInSteps(value), {
      error: () => currencyTexts.step(),
    });
}

const isEnough = (value: number) => toMinorUnits(value) >= shopCurrency().least;

/** What goes back of a price: from 0. The server checks that it is at most the price. */
export function refundAmount(message: string) {
  return z
    .number(message)
    .min(0, 'The refund must not be below 0')
    .refine((value) => value <= highestAmount(), 'The refund is above the price')
    .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() })
    .refine((value) => !hasFewDigits(value) || isInSteps(value), {
      error: () => currencyTexts.step(),
    });
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
