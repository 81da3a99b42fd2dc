import { expect, it } from 'vitest';
import { returnUntilOf } from './return-terms.ts';

const day = (date: string) => new Date(`${date}T10:00:00Z`);

it('a return can be asked for until three days after the receipt', () => {
  const window = { paidAt: day('2026-11-01'), receivedAt: day('2026-11-09') };
  expect(returnUntilOf(window)).toEqual(day('2026-11-12'));
});

it('a return can be asked for until three days after the payment when that was recorded after the receipt', () => {
  const window = { paidAt: day('2026-11-09'), receivedAt: day('2026-11-08') };
  expect(returnUntilOf(window)).toEqual(day('2026-11-12'));
});
