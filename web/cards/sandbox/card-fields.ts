import { useState } from 'react';
import type { SandboxConfirmation } from '#contract/payments/sandbox-cards.ts';
import { plural, t } from '#contract/text.ts';
import { serverClock } from '../../api/server-clock.ts';
import { brandOf, digitsOf, isCardNumber, isInFuture, partsOfExpiry } from './card-number.ts';

export interface CardTyped {
  name: string;
  number: string;
  expiry: string;
  cvc: string;
}
export type CardField = keyof CardTyped;

const checks: Record<CardField, (typed: CardTyped) => string | undefined> = {
  name: ({ name }) => (name.trim() === '' ? t`Name on the card is required` : undefined),
  number: ({ number }) => {
    if (digitsOf(number) === '') return t`Card number is required`;
    return isCardNumber(number) ? undefined : t`This is not a card number`;
  },
  expiry: ({ expiry }) => {
    if (digitsOf(expiry) === '') return t`Expiry date is required`;
    const parts = partsOfExpiry(expiry);
    if (!parts) return t`Write the month and the year, like 09 / 30`;
    return isInFuture(parts, new Date(serverClock.now())) ? undefined : t`This card has expired`;
  },
  cvc: ({ cvc, number }) => {
    const { cvcLength } = brandOf(number);
    if (cvc === '') return t`Security code is required`;
    return cvc.length === cvcLength
      ? undefined
      : t`The security code has ${plural(cvcLength, { one: '# digit', other: '# digits' })}`;
  },
};
const fields: readonly CardField[] = ['name', 'number', 'expiry', 'cvc'];

/**
 * The values and errors of the card form: a field is validated on blur, and its error is cleared while it is
 * corrected.
 */
export function useCardFields(name: string) {
  const [typed, setTyped] = useState<CardTyped>({ name, number: '', expiry: '', cvc: '' });
  const [left, setLeft] = useState<readonly CardField[]>([]);
  const errorOf = (field: CardField) => (left.includes(field) ? checks[field](typed) : undefined);
  return {
    typed,
    errorOf,
    type: (field: CardField, value: string) => {
      setTyped((before) => ({ ...before, [field]: value }));
    },
    leave: (field: CardField) => setLeft((before) => [...before, field]),
    /** Validates all fields. Returns the first invalid one, or undefined. */
    checkAll: () => {
      setLeft(fields);
      return fields.find((field) => checks[field](typed) !== undefined);
    },
  };
}

/** The card in the form that the sandbox accepts. */
export function cardOf({ number, expiry, cvc }: CardTyped): SandboxConfirmation['card'] {
  const { month, year } = partsOfExpiry(expiry) ?? { month: 0, year: 0 };
  return { number: digitsOf(number), expMonth: month, expYear: year, cvc };
}
