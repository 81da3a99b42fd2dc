import { expect, test } from 'vitest';
import type { Payout } from '#contract/payouts/payouts.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { pageMarkup, textOf } from '../products/page-samples.tsx';
import { cacheAt } from '../users/user-samples.ts';
import { Owed } from './Owed.tsx';
import { payoutsQuery } from './queries.ts';

function markupOf(payout: Partial<Payout>): string {
  const due: Payout = {
    _id: '01900000-0000-7000-8000-000000000001',
    seller: { _id: '01900000-0000-7000-8000-000000000001', name: 'Sol', email: 'sol@reprise.test' },
    amount: 75,
    currency: 'USD',
    state: 'due',
    provider: 'manual',
    account: { state: 'missing' },
    attempts: 0,
    ...payout,
  };
  const { cache } = cacheAt({});
  const pages = [{ items: [due], nextCursor: null }];
  cache.setQueryData(payoutsQuery('due').queryKey, { pages, pageParams: [null] });
  const markup = pageMarkup(<Owed />, { pattern: '/', address: '/' }, cache);
  cache.clear();
  return markup;
}

const gold = buttonStyle('primary', 'small');

test('paying out is the step to take for a seller who has said where', () => {
  const markup = markupOf({ account: { state: 'ready', number: '••••3000' } });
  expect(markup).toContain(gold);
  expect(textOf(markup)).toContain('Pay out');
});

test('a seller without a bank account can be paid manually, and the list says what is missing', () => {
  const markup = markupOf({});
  expect(markup).not.toContain(gold);
  expect(textOf(markup)).toContain('No bank account yet');
  expect(textOf(markup)).toContain('Pay out');
});

test('the list of debts waits for a seller without an account at the payout provider', () => {
  const words = textOf(markupOf({ provider: 'stripe' }));
  expect(words).toContain('Waiting for the account');
  expect(words).not.toContain('Pay out');
});
