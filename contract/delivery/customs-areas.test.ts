import { describe, expect, it } from 'vitest';
import { countriesOf, crossedBorders } from './customs-areas.ts';

const none = { papers: false, customs: false };
const all = { papers: true, customs: true };

describe('borders', () => {
  it.each([
    ['DE', 'DE', none],
    ['DE', 'FR', none],
    ['FR', 'MC', none],
    ['CH', 'LI', none],
    ['GB', 'JE', none],
    ['US', 'PR', none],
    ['DE', 'CH', all],
    ['DE', 'NO', all],
    ['DE', 'GB', all],
    ['US', 'CA', all],
    ['JP', 'KR', all],
  ])('the border from %s to %s is %j', (from, to, crossed) => {
    expect(crossedBorders({ country: from }, { country: to })).toEqual(crossed);
    expect(crossedBorders({ country: to }, { country: from })).toEqual(crossed);
  });

  it('Northern Ireland, by its postcodes, has no border with the European Union, and with Great Britain one for papers only', () => {
    const belfast = { country: 'GB', postcode: 'bt1 1aa' };
    expect(crossedBorders({ country: 'IE' }, belfast)).toEqual(none);
    expect(crossedBorders({ country: 'GB', postcode: 'BA1 1AA' }, belfast)).toEqual({
      papers: true,
      customs: false,
    });
    expect(crossedBorders({ country: 'CH' }, belfast)).toEqual(all);
  });

  it('EU stands for its 27 members, and for Monaco, which is one customs area with them', () => {
    expect(countriesOf('EU')).toHaveLength(28);
    expect(countriesOf('CH')).toEqual(['CH']);
  });
});
