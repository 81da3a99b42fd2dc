import { shopZones, zoneName } from '#contract/delivery/shop-zones.ts';
import { inLanguage } from '#contract/language.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import { readAmountCell } from './read-amount-cell.ts';

/**
 * What sending costs, as files say it: `de: 5.90; eu: 12`, with ids of zones or their names in a language of the shop. In a
 * shop with one zone the price alone is enough, and in another one it is that of the first zone, where the shop is at home.
 * What is no zone stays as it is written, to be refused.
 */
export function readShipping(
  text: string,
  languages: readonly LoadedLanguage[],
): Record<string, string> {
  const [first] = shopZones();
  if (first && isForFirstZone(text)) return { [first.id]: amountIn(text) };
  const parts = text.split(/[;\n|]/).map((part) => part.trim());
  const zones = shopZones();
  const ids = new Map(
    [...zones]
      .reverse()
      .flatMap((zone) => [
        ...languages.map(
          ({ i18n }) => [inLanguage(i18n, () => zoneName(zone)).toLowerCase(), zone.id] as const,
        ),
        [zone.id, zone.id] as const,
      ]),
  );
  const prices: Record<string, string> = {};
  for (const part of parts.filter((one) => one !== '')) {
    const mark = part.search(/[:=]/);
    const zone = mark > 0 ? part.slice(0, mark).trim() : part;
    const price = mark > 0 ? part.slice(mark + 1).trim() : '';
    const [only, ...others] = zones;
    if (price === '' && only && others.length === 0) prices[only.id] = amountIn(part);
    else prices[ids.get(zone.toLowerCase()) ?? zone] = amountIn(price);
  }
  return prices;
}

function amountIn(text: string): string {
  const read = readAmountCell(text);
  return 'text' in read ? read.text : text;
}

/** Whether it is a price alone, in a shop that has several zones. */
export function isForFirstZone(text: string): boolean {
  return shopZones().length > 1 && /^\d[\d.,]*$/.test(amountIn(text));
}
