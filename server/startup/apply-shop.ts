import { defaultReturnDays } from '#contract/constants.ts';
import { setShopCountry } from '#contract/delivery/customs-areas.ts';
import {
  everywhere,
  type ShopZone,
  setShopCarriers,
  setShopZones,
} from '#contract/delivery/shop-zones.ts';
import { setShopInstruments } from '#contract/instruments/shop-instruments.ts';
import { setShopCurrency } from '#contract/money/shop-currency.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { builtInLanguages } from '#contract/shop/languages.ts';
import { setFirstLanguage } from '#contract/shop/owned-text.ts';
import { setDaysToReturn } from '#contract/shop/return-days.ts';
import { shopLanguages } from '#contract/shop/shop.ts';
import type { Config } from '../config/config.ts';
import { socialIcon } from '../config/shop/social-icons.ts';
import { defaultLoadedShop, type LoadedShop } from '../core/loaded-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import type { Sql } from '../database/sql.ts';
import { chargedByStripe } from '../providers/stripe/stripe-amounts.ts';

/** Sets the currency of this process, with what the card provider asks of prices in it. */
export function withCurrency(shop: LoadedShop, { stripe }: Config): LoadedShop {
  const { currency: chosen } = shop.public;
  const currency = stripe ? chargedByStripe(chosen) : chosen;
  setShopCurrency(currency);
  return { ...shop, public: { ...shop.public, currency } };
}

/** Sets what this process sells, and from where, to where and by whom it is sent. */
export function withCatalogue(shop: LoadedShop): LoadedShop {
  setFirstLanguage(shop.public.languages[0]?.tag);
  setShopCountry(shop.public.country);
  setShopZones(shop.public.zones);
  setShopCategories(shop.public.categories);
  setShopInstruments(shop.instruments);
  setShopCarriers(shop.public.carriers);
  return shop;
}

/** Sets the days to return an instrument in this process, and tells every page. */
export function withReturnDays(
  shop: LoadedShop,
  { returnDays }: Pick<Config, 'returnDays'>,
): LoadedShop {
  setDaysToReturn(returnDays);
  return returnDays === defaultReturnDays
    ? shop
    : { ...shop, public: { ...shop.public, returnDays } };
}

/**
 * What the shop takes of each sale.
 * @throws StartupError when two settings say it
 */
export function commissionOfShop(
  { commission }: Pick<LoadedShop, 'commission'>,
  { commissionBasisPoints }: Pick<Config, 'commissionBasisPoints'>,
): ShopCommission {
  if (commission && commissionBasisPoints > 0) {
    throw new StartupError(
      'COMMISSION_PERCENT is set, and shop.json names a commission.',
      'Keep one of the two; docs/shop.md describes the one in shop.json.',
    );
  }
  return commission ?? { percent: commissionBasisPoints / 100 };
}

/** Tells every page which parts the settings switch off. */
export function withoutParts(
  shop: LoadedShop,
  { switchedOff }: Pick<Config, 'switchedOff'>,
): LoadedShop {
  return switchedOff.length === 0 ? shop : { ...shop, public: { ...shop.public, switchedOff } };
}

/** Tells every page whether there are invoices: also when the owner has ended them, those that were issued are read. */
export async function withInvoices(shop: LoadedShop, sql: Sql): Promise<LoadedShop> {
  const isIssuing = shop.invoices !== undefined;
  const [issued] = isIssuing ? [true] : await sql`select from invoices limit 1`;
  return issued ? { ...shop, public: { ...shop.public, invoices: true } } : shop;
}

/**
 * A demo shop without a folder of its own speaks every language there is, and shows where an owner's accounts appear,
 * at addresses that belong to no one.
 */
export function withDemo(shop: LoadedShop, { demo }: Pick<Config, 'demo'>): LoadedShop {
  if (!demo || shop !== defaultLoadedShop) return shop;
  const socialLinks = ['Instagram', 'YouTube', 'Mastodon'].map((name) => ({
    name,
    url: `https://${name.toLowerCase()}.example/our-shop`,
    icon: socialIcon(name),
  }));
  const contact = { email: 'hello@our-shop.example' };
  const languages = shopLanguages(builtInLanguages);
  return { ...shop, public: { ...shop.public, contact, socialLinks, languages, zones: demoZones } };
}

const demoZones: readonly ShopZone[] = [
  {
    id: 'europe',
    name: {
      en: 'Europe',
      de: 'Europa',
      fr: 'Europe',
      es: 'Europa',
      ja: 'ヨーロッパ',
      ar: 'أوروبا',
    },
    days: { from: 3, to: 6 },
    insured: true,
  },
  {
    id: 'north-america',
    name: {
      en: 'North America',
      de: 'Nordamerika',
      fr: 'Amérique du Nord',
      es: 'Norteamérica',
      ja: '北米',
      ar: 'أمريكا الشمالية',
    },
    days: { from: 4, to: 9 },
    insured: true,
  },
  { ...everywhere, days: { from: 6, to: 15 }, insured: true },
];
