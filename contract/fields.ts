import { z } from 'zod';
import { hasFewDigits, highestAmount, isInSteps, toMinorUnits } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import { limits, purchaseYear } from './constants.ts';
import { sayKnown, sayLater } from './language.ts';
import { messages } from './messages.ts';
import { msg, plural, type Text } from './text.ts';

// To create an object schema probes for `eval`, which the Content-Security-Policy forbids, and browsers report each probe.
// Forms turn it off too, but only after the schemas of this chunk exist.
if ('document' in globalThis) z.config({ jitless: true });

/**
 * A required text: one message whether it is missing, of another type, or has nothing that could be seen. Letters are
 * composed (NFC), so that what looks equal is equal.
 */
export function requiredText(message: Words, maxLength: number) {
  return z
    .string(sayLater(message))
    .trim()
    .overwrite(composed)
    .max(maxLength, atMostCharacters(maxLength))
    .refine(isVisible, { ...sayLater(message), when: hasNoIssues });
}

/** What is said when it is missing: a text, or one that is looked up when it is said. */
export type Words = Text | (() => string);

export function atMostCharacters(maxLength: number) {
  return sayLater(
    msg`Use at most ${plural(maxLength, { one: '# character', other: '# characters' })}`,
  );
}

export function atMostPictures(maxPictures: number) {
  return sayLater(
    msg`Use at most ${plural(maxPictures, { one: '# picture', other: '# pictures' })}`,
  );
}

/**
 * A required text of one line: names, places, phone numbers. Line breaks and control characters would let it write more
 * than its own line in mails, logs and tables; a change of direction would turn the text around it.
 */
export function requiredLine(
  message: Words,
  maxLength: number,
  { shorten = (text: string) => text, tooLong = atMostCharacters(maxLength) } = {},
) {
  return z
    .string(sayLater(message))
    .overwrite(withoutDirections)
    .trim()
    .overwrite(composed)
    .overwrite(shorten)
    .max(maxLength, tooLong)
    .refine(isVisible, { ...sayLater(message), when: hasNoIssues })
    .refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), {
      ...sayLater(msg`Use one line, without control characters`),
      when: hasNoIssues,
    });
}

/** A line, or an empty text for none. */
export function lineOrNothing(maxLength: number) {
  const message = msg`Fill this in, or leave it out`;
  const empty = z.string().trim().pipe(z.literal(''));
  return z.union([empty, requiredLine(message, maxLength)], sayLater(message));
}

/** A line that may be left out; what a form sends for an empty field is left out too. */
export function optionalLine(maxLength: number) {
  return lineOrNothing(maxLength)
    .transform((line) => (line === '' ? undefined : line))
    .optional();
}

/** A telephone number, however it is written: with at least six digits. One that is too long is measured without what divides them. */
export function phoneNumber(message: Words, maxLength: number) {
  const tooLong = sayLater(
    msg`Use at most ${plural(maxLength, { one: '# character', other: '# characters' })}. A longer number fits without the code of its country, as you dial it at home: 01512 3456789.`,
  );
  const shorten = (text: string) => compactPhone(text, maxLength);
  return requiredLine(message, maxLength, { shorten, tooLong }).refine(
    (text) => (text.match(/\p{Nd}/gu)?.length ?? 0) >= minPhoneDigits,
    {
      ...sayLater(
        msg`A telephone number has at least ${plural(minPhoneDigits, { one: '# digit', other: '# digits' })}`,
      ),
      when: hasNoIssues,
    },
  );
}

/** The number without spaces, brackets, points and hyphens, if it is longer than this with them. */
export function compactPhone(written: string, maxLength: number): string {
  const text = written.trim();
  return text.length > maxLength && text.length <= maxPhoneLength
    ? text.replace(/\(0\)/, '').replaceAll(/[\s()./\u2010-\u2015-]/g, '')
    : text;
}

const maxPhoneLength = 60;
const minPhoneDigits = 6;
/** What is missing or too long is said once. */
const hasNoIssues = ({ issues }: z.core.ParsePayload) => issues.length === 0;

/** A name from elsewhere, as `requiredLine` would leave it. @returns an empty text when nothing of it could be seen */
export function asLine(text: string, maxLength: number): string {
  const line = composed(withoutDirections(text))
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  return isVisible(line)
    ? line
        .slice(0, maxLength)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
    : '';
}

/**
 * The text with its letters composed (NFC). To order the marks of a letter takes the square of their number, so a letter with more of
 * them than any language uses leaves the text as it is.
 */
export function composed(text: string): string {
  return /\p{M}{40}/u.test(text) ? text : text.normalize('NFC');
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
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, sayLater(msg`This is not an id`))
  .toLowerCase();

/** Ids of products with commas between them. */
export const productIds = (maxProducts: number) =>
  z
    .string(sayLater(msg`Give the ids`))
    .toLowerCase()
    .refine(
      (text) => text.split(',').every((one) => id.safeParse(one).success),
      sayLater(msg`These are not ids separated by commas`),
    )
    .refine(
      (text) => text.split(',').length <= maxProducts,
      sayLater(
        msg`Ask for at most ${plural(maxProducts, { one: '# product', other: '# products' })} at once`,
      ),
    )
    .describe('Ids with commas between them');

export const email = z
  .string(sayLater(() => messages.required.email))
  .trim()
  .min(
    1,
    sayLater(() => messages.required.email),
  )
  .max(limits.emailLength, atMostCharacters(limits.emailLength))
  .pipe(z.email(sayLater(msg`This is not an email address`)));

/** A picture's URL. Which hosts are allowed is checked by the images feature, not here. */
export const imageAddress = z
  .string(sayLater(() => messages.required.picture))
  .trim()
  .min(
    1,
    sayLater(() => messages.required.picture),
  )
  .max(limits.addressLength, sayLater(msg`This address is too long`));

/** The description of an amount. */
export const inCurrency = "In the shop's currency";

/**
 * An amount of the shop's currency on the wire: a number or a text that `readAmount` can read, above 0, at most the highest
 * price, with no more digits than the currency has. Stored as an integer of its smallest unit (see `toMinorUnits`).
 */
export function amount(message: Words) {
  return numberOrText(message)
    .transform((value, context) => numberOf(value, context, message))
    .pipe(price(message));
}

/** What a booking costs: price and shipping may each be as high as the highest price. */
export function totalAmount(message: Words) {
  return numberOrText(message)
    .transform((value, context) => numberOf(value, context, message))
    .pipe(
      z
        .number(sayLater(message))
        .refine((value) => value > 0, sayLater(msg`The price must be above 0`))
        .refine((value) => value <= 2 * highestAmount(), sayLater(message))
        .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() }),
    );
}

/** The same, or an empty text for none. */
export function amountOrNothing(message: Words) {
  return numberOrText(message)
    .transform((value, context) => (value === '' ? value : numberOf(value, context, message)))
    .pipe(z.union([z.literal(''), price(message)]));
}

/** The end of a range of prices in an address. An empty text is none. */
export function priceBound(end: 'lowest' | 'highest') {
  const isLowest = end === 'lowest';
  const message = isLowest
    ? msg`The lowest price must be a number`
    : msg`The highest price must be a number`;
  return numberOrText(message)
    .transform((value, context) => (value === '' ? undefined : numberOf(value, context, message)))
    .pipe(
      z
        .number(sayLater(message))
        .min(
          0,
          sayLater(
            isLowest
              ? msg`The lowest price must be at least 0`
              : msg`The highest price must be at least 0`,
          ),
        )
        .refine((value) => value <= highestAmount(), { error: () => currencyTexts[end]() })
        .optional(),
    )
    .optional();
}

const numberOrText = (message: Words) =>
  z.union([z.number(), z.string().trim()], sayLater(message));

function numberOf(value: number | string, context: z.RefinementCtx, message: Words): number {
  if (typeof value === 'number') return value;
  const reading = readAmount(value);
  if ('amount' in reading) return reading.amount;
  context.addIssue(reading.message ?? sayLater(message).error());
  return z.NEVER;
}

function price(message: Words) {
  return z
    .number(sayLater(message))
    .refine((value) => value > 0, sayLater(msg`The price must be above 0`))
    .refine((value) => value <= highestAmount(), { error: () => currencyTexts.price() })
    .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() });
}

/**
 * A price that cards can be charged with: the card provider may have a lowest one, and steps. What is wrong with every
 * amount is said once, by `amount`.
 */
export function chargedAmount(message: Words) {
  return amount(message)
    .refine((value) => value <= 0 || !hasFewDigits(value) || isEnough(value), {
      error: () => currencyTexts.least(),
    })
    .refine((value) => !hasFewDigits(value) || isInSteps(value), {
      error: () => currencyTexts.step(),
    });
}

const isEnough = (value: number) => toMinorUnits(value) >= shopCurrency().least;

/** What sending costs: from 0, as the other prices. */
export const shippingAmount = numberOrText(msg`This is not a price`)
  .transform((value, context) => numberOf(value, context, msg`This is not a price`))
  .pipe(
    z
      .number(sayLater(msg`This is not a price`))
      .refine((value) => value >= 0, sayLater(msg`The price must not be below 0`))
      .refine((value) => value <= highestAmount(), { error: () => currencyTexts.price() })
      .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() })
      .refine((value) => !hasFewDigits(value) || isInSteps(value), {
        error: () => currencyTexts.step(),
      }),
  );

/** What goes back of a sale: from 0. The server checks that it is at most what was paid. */
export function refundAmount(message: Words) {
  return z
    .number(sayLater(message))
    .min(0, sayLater(msg`The refund must not be below 0`))
    .refine(
      (value) => value <= 2 * highestAmount(),
      sayLater(msg`The refund is above what was paid`),
    )
    .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() })
    .refine((value) => !hasFewDigits(value) || isInSteps(value), {
      error: () => currencyTexts.step(),
    });
}

const { min: firstYear, max: lastYear } = purchaseYear;

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
    sayLater(() => messages.required.purchaseYear),
  )
  .refine(Number.isInteger, sayLater(msg`The year must be a whole number`))
  .refine(
    (year) => year >= purchaseYear.min && year <= purchaseYear.max,
    sayLater(msg`The year must be from ${firstYear} to ${lastYear}`),
  );

const maxSize = limits.pageSizeMax;

/** Paging parameters. Lists are plain arrays, newest first; `Link` names the next page. */
export const page = {
  limit: z.coerce
    .number(sayLater(msg`The limit must be a number`))
    .int(sayLater(msg`The limit must be a whole number`))
    .min(1, sayLater(msg`The limit must be at least 1`))
    .max(limits.pageSizeMax, sayLater(msg`The limit may be at most ${maxSize}`))
    .default(limits.pageSizeMax),
  cursor: id.optional(),
};

/** A language in BCP 47, such as `de` or `pt-BR`, in its usual letters. */
export const languageTag = z
  .string(sayLater(msg`This is not a language`))
  .trim()
  .max(limits.languageTagLength, sayLater(msg`This is not a language`))
  .transform((tag, context) => {
    const known = /^[a-z]{2,3}(-|$)/i.test(tag) ? canonicalTag(tag) : undefined;
    if (known !== undefined) return known;
    context.addIssue(sayKnown(msg`This is not a language`));
    return z.NEVER;
  });

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

export const isoTime = z.string().meta({ format: 'date-time' });

/** The name of a time zone, such as `Europe/Berlin`. */
export const timeZone = z
  .string()
  .max(60, sayLater(msg`This is not a time zone`))
  .refine(isTimeZone, sayLater(msg`This is not a time zone`));

/** Whether it is the name of a time zone. Offsets such as `+01:00` are none: PostgreSQL reads them the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
