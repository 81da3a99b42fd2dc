/** What belongs together for goods: between these countries there is no customs border. Other countries are one each. */
const unions: Readonly<Record<string, readonly string[]>> = {
  EU: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK'.split(
    ' ',
  ),
  GB: ['GB', 'GG', 'IM', 'JE'],
  CH: ['CH', 'LI'],
  US: ['US', 'PR'],
};
const areaOfCountry = new Map(
  Object.entries(unions).flatMap(([area, countries]) =>
    countries.map((country) => [country, area] as const),
  ),
);

/** The code by which an owner names all countries of the European Union at once. */
export const europeanUnion = 'EU';

/** The countries that a code in `shop.json` stands for. */
export function countriesOf(code: string): readonly string[] {
  return code === europeanUnion ? (unions.EU ?? []) : [code];
}

/** Where something comes from or goes to. */
export interface Place {
  /** Two letters, as in ISO 3166-1. */
  country: string;
  postcode?: string | undefined;
}

/** The countries to which nothing from this one crosses a border, itself included. */
export function countriesWithoutBorder(country: string): readonly string[] {
  return unions[customsAreaOf(country)] ?? [country];
}

/** The id of the customs area of a country. */
export function customsAreaOf(country: string): string {
  return areaOfCountry.get(country) ?? country;
}

/**
 * What crosses between two places: `papers` that protected materials need, and `customs`. Northern Ireland, known by its
 * postcodes, belongs to the European Union for goods and has no customs border with Great Britain either; papers for
 * materials are needed from there.
 */
export function crossedBorders(from: Place, to: Place): { papers: boolean; customs: boolean } {
  const areas = [from, to].map(({ country }) => customsAreaOf(country));
  const isNorthern = [isNorthernIreland(from), isNorthernIreland(to)];
  if (isNorthern[0] === isNorthern[1]) {
    const crosses = areas[0] !== areas[1];
    return { papers: crosses, customs: crosses };
  }
  const other = isNorthern[0] ? areas[1] : areas[0];
  return { papers: other !== 'EU', customs: other !== 'EU' && other !== 'GB' };
}

const isNorthernIreland = ({ country, postcode = '' }: Place) =>
  country === 'GB' && /^\s*BT/i.test(postcode);

/** One process serves one shop, so its country is set once, before anything reads it. */
let current: string | undefined;

/** The country from which the owner's sellers send, unless a listing names another; undefined where the owner names none. */
export function shopCountry(): string | undefined {
  return current;
}

/** Sets it: at the start of a server, before a page is rendered and before one is hydrated. */
export function setShopCountry(country: string | undefined): void {
  current = country;
}
