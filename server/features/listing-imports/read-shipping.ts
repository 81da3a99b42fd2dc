import { inLanguage } from '#contract/language.ts';
import { shopZones, zoneName } from '#contract/shop-zones.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';

/**
 * What sending costs, as files say it: `de: 5.90; eu: 12`, with ids of zones or their names in a language of the shop. In a
 * shop with one zone the price alone is enough. What is no zone stays as it is written, to be refused.
 */
export function readShipping(
  text: string,
  languages: readonly LoadedLanguage[],
): Record<string, string> {
  const parts = text.split(/[;\n|]/).map((part) => part.trim());
  const prices: Record<string, string> = {};
  for (const part of parts.filter((one) => one !== '')) {
    const [, zone = part, price = ''] = /^(.+?)\s*[:=]\s*(.*)$/.exec(part) ?? [];
    const [only, ...others] = shopZones();
    if (price === '' && only && others.length === 0) prices[only.id] = part;
    else prices[zoneIdOf(zone, languages)] = price;
  }
  return prices;
}

function zoneIdOf(text: string, languages: readonly LoadedLanguage[]): string {
  const word = text.toLowerCase();
  const zone = shopZones().find(
    (one) =>
      one.id === word ||
      languages.some(({ i18n }) => inLanguage(i18n, () => zoneName(one)).toLowerCase() === word),
  );
  return zone?.id ?? text;
}
