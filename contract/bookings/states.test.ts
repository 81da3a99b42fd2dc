import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  bookingTransitions,
  disputeTransitions,
  fulfilmentTransitions,
  offerTransitions,
  paymentTransitions,
  payoutTransitions,
  productTransitions,
  returnTransitions,
  type Transition,
} from './states.ts';

type Table = Readonly<Record<string, readonly Transition<string>[]>>;

const tables: Record<string, { table: Table; begin: string }> = {
  'A product': { table: productTransitions, begin: 'available' },
  'A booking': { table: bookingTransitions, begin: 'held' },
  'An offer': { table: offerTransitions, begin: 'open' },
  'A payment': { table: paymentTransitions, begin: 'recorded' },
  'A fulfilment': { table: fulfilmentTransitions, begin: 'awaiting' },
  'A return': { table: returnTransitions, begin: 'requested' },
  'A dispute': { table: disputeTransitions, begin: 'open' },
  'A payout': { table: payoutTransitions, begin: 'started' },
};

describe.each(Object.entries(tables))('%s', (title, { table, begin }) => {
  it('every state can be reached from the first one', () => {
    const reached = new Set([begin]);
    for (const state of reached) for (const { to } of table[state] ?? []) reached.add(to);
    expect([...reached].sort()).toEqual(Object.keys(table).sort());
  });

  it('the drawing in docs/states.md matches the table of states', async () => {
    const text = await readFile(new URL('../../docs/states.md', import.meta.url), 'utf8');
    expect(text).toContain(`## ${title}\n\n${drawing(table, begin)}`);
  });
});

function drawing(table: Table, begin: string): string {
  const name = (state: string) => state.replaceAll('-', '_');
  const arrows = Object.entries(table).flatMap(([from, transitions]) =>
    transitions.map(
      ({ to, by, because }) => `  ${name(from)} --> ${name(to)}: ${because} (${by.join(' or ')})`,
    ),
  );
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${name(begin)}`, ...arrows, '```'].join('\n');
}
