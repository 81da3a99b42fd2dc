import { expect, it } from 'vitest';
import { countries } from '#contract/delivery/countries.ts';
import { addressLines } from './address-lines.ts';

const typed = (
  country: string,
  [city, postcode, region]: readonly [string, string?, string?],
  lines: string[] = ['1 Mill Street'],
  name = 'Bea Ito',
) => ({ name, lines, city, postcode, region, country });

it.each([
  [typed('US', ['New York', '10001', 'NY']), ['Bea Ito', '1 Mill Street', 'New York, NY 10001']],
  [typed('CA', ['Toronto', 'M5V 1A1', 'ON']), ['Bea Ito', '1 Mill Street', 'Toronto, ON M5V 1A1']],
  [typed('AU', ['Sydney', '2000', 'NSW']), ['Bea Ito', '1 Mill Street', 'Sydney NSW 2000']],
  [typed('GB', ['London', 'SW1A 1AA']), ['Bea Ito', '1 Mill Street', 'London', 'SW1A 1AA']],
  [
    typed('GB', ['Bath', 'BA1 1AA', 'Avon']),
    ['Bea Ito', '1 Mill Street', 'Bath', 'Avon', 'BA1 1AA'],
  ],
  [typed('IE', ['Dublin', 'D02 X285']), ['Bea Ito', '1 Mill Street', 'Dublin', 'D02 X285']],
  [typed('DE', ['Berlin', '10115']), ['Bea Ito', '1 Mill Street', '10115 Berlin']],
  [typed('FR', ['Paris', '75001']), ['Bea Ito', '1 Mill Street', '75001 Paris']],
  [
    typed('ES', ['Getafe', '28901', 'Madrid']),
    ['Bea Ito', '1 Mill Street', '28901 Getafe', 'Madrid'],
  ],
  [typed('IT', ['Roma', '00184', 'RM']), ['Bea Ito', '1 Mill Street', '00184 Roma RM']],
  [
    typed('BR', ['Recife', '50010-000', 'PE']),
    ['Bea Ito', '1 Mill Street', 'Recife - PE', '50010-000'],
  ],
  [typed('BR', ['Recife']), ['Bea Ito', '1 Mill Street', 'Recife']],
  [typed('HU', ['Budapest', '1051']), ['Bea Ito', '1051 Budapest', '1 Mill Street']],
  [
    typed('JP', ['Shibuya-ku', '150-0002', 'Tokyo'], ['1-2-3 Shibuya']),
    ['Bea Ito', '1-2-3 Shibuya', 'Shibuya-ku, Tokyo 150-0002'],
  ],
  [
    typed('JP', ['渋谷区', '150-0002', '東京都'], ['渋谷1-2-3', '桜ビル401'], '伊藤 美亜'),
    ['〒150-0002', '東京都渋谷区', '渋谷1-2-3', '桜ビル401', '伊藤 美亜'],
  ],
  [
    typed('US', ['New York', '10001', 'NY'], ['Flat 2', 'New York']),
    ['Bea Ito', 'Flat 2', 'New York', 'New York, NY 10001'],
  ],
])('an address is written in the order of its country: %o', (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});

it('no part of an address is lost in any country, however it is typed', () => {
  const odd = ['https://x.test', 'a, , b', '{{name}}', '12345,67890', 'Bath', 'Bath'] as const;
  for (const country of countries) {
    const [name, first, second, postcode, city, region] = odd;
    const address = { name, lines: [first, second], postcode, city, region, country };
    const written = addressLines(address);
    const all = written.join('\n');
    for (const part of odd) expect(all, country).toContain(part);
    expect(all.split('Bath'), country).toHaveLength(3);
    const short = addressLines({ name, lines: [first], city, country });
    expect(short.join('\n').split(/[\n,] ?/).length, country).toBeGreaterThan(1);
  }
});
