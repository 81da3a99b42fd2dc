import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import { countriesOf, europeanUnion } from '#contract/delivery/customs-areas.ts';
import { line, ownedLine } from '#contract/shop/shop-lines.ts';

const daysMessage = 'must be two whole numbers from 1 to 90, as { "from": 3, "to": 6 }';
const days = z.int(daysMessage).min(1, daysMessage).max(90, daysMessage);
const transitDays = z
  .strictObject({ from: days, to: days }, daysMessage)
  .refine(({ from, to }) => from <= to, daysMessage);

const countryMessage =
  'must be codes of countries, as ["DE", "AT"]; "EU" is all of the European Union';
const zoneCountries = z
  .array(
    z
      .string(countryMessage)
      .refine((code) => code === europeanUnion || countries.includes(code), countryMessage),
    countryMessage,
  )
  .max(countries.length, 'has more entries than there are countries')
  .transform((codes) => [...new Set(codes.flatMap(countriesOf))]);

const zone = z.strictObject({
  id: z
    .string('must be an id such as eu')
    .max(limits.zoneIdLength, `may have at most ${limits.zoneIdLength} characters`)
    .regex(
      /^[a-z0-9]+(-[a-z0-9]+)*$/,
      'must be an id such as eu: small letters, digits and hyphens',
    ),
  name: ownedLine(60),
  days: transitDays.optional(),
  countries: zoneCountries.optional(),
  insured: z.boolean('must be true or false').optional(),
});

const trackingMessage = 'must be an address that begins with https:// and has {number} in it';

const carrier = z.strictObject({
  name: line(limits.carrierLength),
  trackingUrl: z
    .string(trackingMessage)
    .max(300, 'may have at most 300 characters')
    .refine(
      (value) =>
        value.includes('{number}') &&
        URL.canParse(value) &&
        new URL(value).protocol === 'https:' &&
        !new URL(value).host.includes('number'),
      trackingMessage,
    ),
});

/** The zones to which instruments are shipped, as the owner writes them into `shop.json` (`ShopZone`). */
export const zones = z
  .array(zone, 'must be a list')
  .max(limits.zonesPerShop, `may have at most ${limits.zonesPerShop} entries`)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'must not have the same id twice',
  );

/** Whose parcels can be tracked (`ShopCarrier`). */
export const carriers = z
  .array(carrier, 'must be a list')
  .max(limits.carriersPerShop, `may have at most ${limits.carriersPerShop} entries`)
  .refine(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'must not have the same name twice',
  );
