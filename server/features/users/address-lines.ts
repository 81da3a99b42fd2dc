import addressFormatter from '@fragaria/address-formatter';
import type { DeliveryAddress } from '#contract/delivery/delivery.ts';

type Part = 'name' | 'lines' | 'city' | 'region' | 'postcode';

/** In the order from the small to the large. */
const parts: readonly Part[] = ['name', 'lines', 'city', 'region', 'postcode'];
const markOf = (part: Part) => String.fromCharCode(0xe000 + parts.indexOf(part));
const marks = /[\ue000-\ue004]/g;

/** Written from the large to the small in their own letters, and as in the West in Latin ones. */
const largeToSmall: ReadonlySet<string> = new Set(['CN', 'JP', 'KR', 'TW']);
const ownLetters = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Whose layouts have a region as a county. */
const withCounty: ReadonlySet<string> = new Set(['GB', 'IE', 'IT']);

/**
 * An address line by line, as it is written in its country, without the name of the country. Every part that was typed is in it:
 * what the layout of the country has no place for gets a line of its own. Here and not in the pages, because the layouts of all
 * countries have 300 kB.
 */
export function addressLines(address: DeliveryAddress): string[] {
  const { name, lines, city, region, postcode, country } = address;
  const isOwn = ownLetters.test([...lines, city].join(''));
  if (country === 'JP' && isOwn) {
    const place = `${region ?? ''}${city}`;
    return [...(postcode === undefined ? [] : [`〒${postcode}`]), place, ...lines, name];
  }
  const given = parts.filter((part) => address[part] !== undefined);
  const values = { name, lines: lines.join(', '), city, region: region ?? '', postcode };
  const layout = layoutOf(largeToSmall.has(country) && !isOwn ? 'JP' : country, given);
  return layout.flatMap((line) =>
    line === markOf('lines')
      ? lines
      : [
          line.replaceAll(
            marks,
            (mark) => values[parts[mark.charCodeAt(0) - 0xe000] ?? 'name'] ?? '',
          ),
        ],
  );
}

/** The lines of a country with a mark for each part, so that nothing that was typed is taken for something else. */
function layoutOf(countryCode: string, given: readonly Part[]): string[] {
  const mark = (part: Part) => (given.includes(part) ? { [part]: markOf(part) } : {});
  const { region, ...others }: Partial<Record<Part, string>> = Object.assign(
    {},
    ...given.map(mark),
  );
  const written = addressFormatter.format(
    {
      ...(others.name && { attention: others.name }),
      ...(others.lines && { road: others.lines }),
      ...(others.city && { city: others.city }),
      ...(others.postcode && { postcode: others.postcode }),
      ...(region && { [withCounty.has(countryCode) ? 'county' : 'state']: region }),
      countryCode,
    },
    { output: 'array' },
  );
  const layout = written
    .filter((line) => line.search(marks) >= 0)
    .map((line) => line.replace(/(?<![\s.,-])[\s.,-]+$/, ''));
  given.forEach((part, at) => {
    if (layout.some((line) => line.includes(markOf(part)))) return;
    const before = given[at - 1];
    layout.splice(
      before ? layout.findIndex((line) => line.includes(markOf(before))) + 1 : 0,
      0,
      markOf(part),
    );
  });
  return layout;
}
