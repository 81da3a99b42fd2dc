import { expect, test } from 'vitest';
import { AddressLines } from './AddressLines.tsx';

test('an address can have the same line twice, which React tells apart when it changes', () => {
  const address = { name: 'Mei', lines: ['1 Quay'], city: 'Singapore', country: 'SG' };
  const lines = AddressLines({ address });
  expect(lines.filter(({ props }) => props.children === 'Singapore')).toHaveLength(2);
  expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
});
