import { expect, it } from 'vitest';
import { returnUntilOf } from './return-terms.ts';

const day = (date: string) => new Date(`${date}T10:00:00Z`);
const fetched = { returnDays: 3, isSent: false };

it('a return can be asked for until the days of the booking after the receipt', () => {
  const window = { paidAt: day('2026-11-01'), receivedAt: day('2026-11-09'), ...fetched };
  expect(returnUntilOf(window)).toEqual(day('2026-11-12'));
  expect(returnUntilOf({ ...window, returnDays: 14 })).toEqual(day('2026-11-23'));
  expect(returnUntilOf({ ...window, returnDays: null })).toEqual(day('2026-11-12'));
});

it('a return can be asked for until three days after the payment when that was recorded after the receipt', () => {
  const window = { paidAt: day('2026-11-09'), receivedAt: day('2026-11-08'), ...fetched };
  expect(returnUntilOf(window)).toEqual(day('2026-11-12'));
});

it('a sent instrument has one working day more, and a sale from before keeps its days', () => {
  const sent = { paidAt: day('2026-11-01'), returnDays: 3, isSent: true };
  for (const [receivedAt, until] of [
    // A Monday: Thursday, and Friday.
    ['2026-11-09', '2026-11-13'],
    // A Tuesday: Friday, and so Monday.
    ['2026-11-10', '2026-11-16'],
    // A Thursday: Sunday, and Monday.
    ['2026-11-12', '2026-11-16'],
  ] as const) {
    expect(returnUntilOf({ ...sent, receivedAt: day(receivedAt) })).toEqual(day(until));
  }
  const before = { ...sent, receivedAt: day('2026-11-09'), returnDays: null };
  expect(returnUntilOf(before)).toEqual(day('2026-11-12'));
});
