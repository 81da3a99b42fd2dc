import { expect, test } from 'vitest';
import { commissionText } from './commission-text.ts';

test.each([
  [{ percent: 8 }, 'The shop keeps 8% of the price.'],
  [{ percent: 7.5 }, 'The shop keeps 7.5% of the price.'],
  [{ percent: 7.25, fixed: 0.3 }, 'The shop keeps 7.25% of the price and $0.30 of each sale.'],
])('a seller reads the commission with all of its decimals: %o', (terms, text) => {
  expect(commissionText(terms)).toBe(text);
});
