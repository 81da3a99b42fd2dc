import type { CallInput } from '#contract/calls.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { usDollar } from '#contract/money/shop-currency.ts';
import type { CommissionTerms } from '#contract/payments/commission.ts';
import { t } from '#contract/text.ts';

/** The fields of an agreement with a seller as they are typed. */
export interface TypedCommission {
  terms: 'own' | 'shop';
  percent: string;
  fixed: string;
  minimum: string;
  maximum: string;
  /** A day of the reader's calendar, such as `2026-12-24`. Empty: at once. */
  day: string;
  reason: string;
}

export const emptyCommission: TypedCommission = {
  terms: 'own',
  percent: '',
  fixed: '',
  minimum: '',
  maximum: '',
  day: '',
  reason: '',
};

export const termFields = ['percent', 'fixed', 'minimum', 'maximum'] as const;

/** A percentage is written like an amount of two digits. */
const readPercent = (text: string) => readAmount(text.replace(/[%٪]/, ''), usDollar);

/** What is wrong with what was typed in a field of the terms; undefined when nothing is. */
export function wrongTerm(field: (typeof termFields)[number], text: string): string | undefined {
  if (field === 'percent') {
    const reading = readPercent(text);
    const share = 'amount' in reading ? reading.amount : -1;
    if (share >= 0 && share <= 100) return undefined;
    return ('message' in reading && reading.message) || t`Enter a share from 0 to 100`;
  }
  if (text.trim() === '') return undefined;
  const reading = readAmount(text);
  if ('amount' in reading && reading.amount >= 0) return undefined;
  return ('message' in reading && reading.message) || t`Enter an amount, or nothing`;
}

/** The terms as typed; null for the shop's, undefined while something is wrong with them. */
export function termsOf(typed: TypedCommission): CommissionTerms | null | undefined {
  if (typed.terms === 'shop') return null;
  if (termFields.some((field) => wrongTerm(field, typed[field]) !== undefined)) return undefined;
  const amount = (text: string, read = readAmount) => {
    const reading = text.trim() === '' ? undefined : read(text);
    return reading && 'amount' in reading ? reading.amount : undefined;
  };
  return {
    percent: amount(typed.percent, readPercent) ?? 0,
    fixed: amount(typed.fixed),
    minimum: amount(typed.minimum),
    maximum: amount(typed.maximum),
  };
}

/** What is sent: a day begins at midnight of the reader's time zone. */
export function agreementOf(
  typed: TypedCommission,
  latestId: string | null,
): CallInput<'agreeCommission'>['body'] | undefined {
  const commission = termsOf(typed);
  if (commission === undefined) return undefined;
  return {
    commission,
    reason: typed.reason,
    latestId,
    ...(typed.day !== '' && { appliesFrom: new Date(`${typed.day}T00:00`).toISOString() }),
  };
}
