import { expect, it } from 'vitest';
import { packingPoints } from './packing-points.ts';

it('each instrument is packed by its kind, and what has none by what all need', () => {
  expect(packingPoints({ kind: 'violin', category: 'String' })[0]).toMatch(/soundpost/);
  expect(packingPoints({ kind: 'bass-guitar', category: 'String' })[1]).toMatch(/headstock/);
  expect(packingPoints({ kind: 'amplifier', category: 'String' })[0]).toMatch(/valves/);
  expect(packingPoints({ category: 'Brass' })).toHaveLength(5);
  expect(packingPoints({})).toHaveLength(2);
});
