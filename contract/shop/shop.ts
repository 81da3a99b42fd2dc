import { z } from 'zod';
import { countries } from '#contract/delivery/countries.ts';
import { carriers, zones } from '#contract/delivery/shop-delivery.ts';
import type { ShopCarrier, ShopZone } from '#contract/delivery/shop-zones.ts';
import { isTimeZone } from '#contract/fields.ts';
import { currenciesOfSmallUnits, findCurrency } from '#contract/money/currencies.ts';
import { type Currency, usDollar } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { categorySettings } from '#contract/products/category-settings.ts';
import type { ShopCategory } from '#contract/products/shop-categories.ts';
import type { ShopAnalytics } from './analytics.ts';
import { isLanguageTag } from './languages.ts';
import type { OwnedText } from './owned-text.ts';
import { shopAnalytics } from './shop-analytics.ts';
import { commission } from './shop-commission.ts';
import { firstYear, footerEntries, menuEntries, type ShopEntry, shopBanner } from './shop-frame.ts';
import { invoices } from './shop-invoices.ts';
import { line, ownedLine } from './shop-lines.ts';
import type { ShopPart } from './shop-parts.ts';

/*
 * A shop of one's own: what its owner writes into `shop.json` (`shopFile`), and the part of it that every page gets
 * (`PublicShop`). How it travels:
 *
 * 1. `server/config/shop/load-shop.ts` reads SHOP_DIR at the start, checks all of it, and returns a `LoadedShop`
 *    (`server/core/loaded-shop.ts`): the `PublicShop`, the texts of the Markdown pages, and the files to serve. Without the folder it is `defaultShop`.
 * 2. `startShop` passes it to what needs it: `AppDeps.shop`, mails, identity.
 * 3. Each page carries the `PublicShop` as JSON in its head: `<script type="application/json" id="shop">`.
 * 4. `web/ui/current-shop.ts` `currentShop()` returns it, on the server while it renders and in the browser, inside and outside
 *    of components. It never changes while a page is open.
 *
 * The browser imports types from here, never values: Zod stays on the server.
 */

/** What pages know of their shop. Whatever the owner did not set is missing, and the pages show their own words. */
export interface PublicShop {
  name: string;
  /** The line below the name in the footer. */
  tagline?: OwnedText | undefined;
  /** One sentence for search engines and for the list of installed applications. */
  description?: OwnedText | undefined;
  /** In which everything is priced and charged. */
  currency: Currency;
  /** Missing: the drawn mark and the name. */
  logo?: ShopLogo | undefined;
  /** The picture for link previews of pages without one. Missing: that of the default shop; null: none. */
  picture?: ShopPicture | null | undefined;
  contact?: ShopContact | undefined;
  socialLinks: readonly ShownSocialLink[];
  /** The pages that are Markdown files of the owner, in the order of the footer. */
  pages: readonly ShopPage[];
  /** Its blog: the questions of the specification, or the posts of the owner. Missing: there is none. */
  blog?: 'questions' | 'posts' | undefined;
  /** Entries of the owner in the menu, and after the pages in the footer. */
  menu?: readonly ShopEntry[] | undefined;
  footer?: readonly ShopEntry[] | undefined;
  /** The announcement above every page, on the days on which it is shown. */
  banner?: ShopBanner | undefined;
  /** In the line about copyright. Missing: 2022, as the specification has it. */
  firstYear?: number | undefined;
  /** The service that counts visits. Missing: none. */
  analytics?: ShopAnalytics | undefined;
  home?: HomeTexts | undefined;
  /** The languages that it speaks. The first has no prefix in addresses. */
  languages: readonly ShopLanguage[];
  /** In which mails write times to readers whose own is not known. Missing: UTC. */
  timeZone?: string | undefined;
  /** The country in which instruments are, unless their listing names another, by its code of two letters. */
  country?: string | undefined;
  /** Missing: those of the specification. */
  categories?: readonly ShopCategory[] | undefined;
  /** The zones to which instruments can be shipped. Missing: everywhere; empty: nothing is shipped. */
  zones?: readonly ShopZone[] | undefined;
  /** Whose parcels can be tracked. */
  carriers?: readonly ShopCarrier[] | undefined;
  /** The days from the receipt within which an instrument can be returned. Missing: `defaultReturnDays`. */
  returnDays?: number | undefined;
  /** Set where the shop issues invoices for its commission, or has issued some. */
  invoices?: true | undefined;
  /** The parts that the settings of the server switch off. */
  switchedOff?: readonly ShopPart[] | undefined;
}

export interface ShopLanguage {
  /** Such as `de`. */
  tag: string;
  /** What the addresses of its pages begin with: nothing, or `/de`. */
  prefix: string;
  /** What offers it to visitors whose browser prefers it, and what declines, both in this language. */
  offer?: { read: string; decline: string };
}

export interface ShownSocialLink extends SocialLink {
  /** The path of its icon, in a square of 24. */
  icon: string;
}

/** A file of the owner, at an address that changes with its content. */
export interface ShopPicture {
  address: string;
  width: number;
  height: number;
}

export interface ShopLogo extends ShopPicture {
  /** The logo for dark grounds: the dark theme, the banner and the footer. Missing: the same picture there. */
  onDark?: ShopPicture | undefined;
  /** Whether the name is part of the picture, so that it is not written beside it. */
  includesName: boolean;
}

export interface ShopBanner {
  /** Changes with what it says, so that who has closed one sees the next. */
  id: string;
  text: OwnedText;
  to?: string | undefined;
}

export interface ShopPage {
  title: OwnedText;
  /** Address, such as `/imprint`. */
  path: string;
}

const lengths = { name: 60, tagline: 120, description: 300, title: 120, text: 400 } as const;

/** A file in the folder of the shop, or in a folder of it. */
const fileIn = (...kinds: string[]) => {
  const list = kinds.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  const message = `must name a file (${list}) in the folder of shop.json, such as ${kinds[0] === '.md' ? 'about' : 'logo'}${kinds[0]}`;
  return z
    .string(message)
    .max(120, message)
    .regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/, message)
    .refine((name) => kinds.some((kind) => name.toLowerCase().endsWith(kind)), message);
};

const drawing = fileIn('.svg', '.png', '.webp');
const picture = fileIn('.png', '.jpg', '.jpeg', '.webp');

const weightMessage = 'must be a weight such as "400", or a range such as "400 700"';
const fontFile = z.strictObject({
  file: fileIn('.woff2'),
  /** The weights that the file has. Without it: all, as those of a variable font. */
  weight: z
    .string(weightMessage)
    .regex(/^[1-9]00( [1-9]00)?$/, weightMessage)
    .optional(),
});
/** The file's name alone, or files for several weights. */
const font = z.preprocess(
  (given) => (typeof given === 'string' ? [{ file: given }] : given),
  z
    .array(fontFile, 'must be the name of a file, or a list')
    .min(1, 'has no file')
    .max(4, 'may have at most 4 files'),
);
const fonts = z.strictObject({ headings: font.optional(), text: font.optional() });
export type ShopFonts = z.output<typeof fonts>;

/** How round the corners of cards, buttons and fields are. */
export const cornerStyles = ['square', 'soft', 'round'] as const;

/** The file's name alone, or with what there is to say about it. */
const logo = z.preprocess(
  (given) => (typeof given === 'string' ? { file: given } : given),
  z.strictObject({
    file: drawing,
    onDark: drawing.optional(),
    includesName: z.boolean('must be true or false').default(false),
  }),
);

const colour = z
  .string('must be a colour such as #87540a')
  .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #87540a')
  .toLowerCase();

/** The accent colours of one theme. What is missing is made from `accent`. */
export const palette = z.strictObject({
  /** Prices, links, icons and lines, on the grounds of the page. */
  accent: colour,
  /** The ground of filled buttons. */
  button: colour.optional(),
  /** What is written on them. */
  buttonText: colour.optional(),
  /** The ground of the banner and the footer; dark in both themes, because light text is written on it. */
  banner: colour.optional(),
  /** Icons and links on it. */
  bannerAccent: colour.optional(),
});
export type Palette = z.output<typeof palette>;

const contact = z.strictObject({
  email: z.email('must be an email address').max(254).optional(),
  telephone: z
    .string('must be a telephone number such as +49 30 1234567')
    .regex(/^\+?[\d ()./-]{5,30}$/, 'must be a telephone number such as +49 30 1234567')
    .optional(),
  /** The postal address, line by line. */
  address: z
    .array(line(100), 'must be a list of lines')
    .min(1, 'must have at least one line')
    .max(6, 'may have at most six lines')
    .optional(),
});
export type ShopContact = z.output<typeof contact>;

const socialLink = z.strictObject({
  /** The name of the network, such as `Mastodon`. */
  name: line(30),
  url: z
    .string('must be an address that begins with https://')
    .max(300, 'may have at most 300 characters')
    .refine(
      (value) => URL.canParse(value) && new URL(value).protocol === 'https:',
      'must be an address that begins with https://',
    ),
});
export type SocialLink = z.output<typeof socialLink>;

/** First parts of addresses that the server answers itself. `/about` is not among them: a page of the owner replaces it. */
export const shopPaths: ReadonlySet<string> = new Set(
  [
    ...Object.values(paths).map(({ pattern }) => pattern.split('/')[1] ?? ''),
    ...['api', 'assets', 'pictures', 'shop', 'healthz', 'readyz'],
  ].filter((path) => path !== 'about'),
);

const page = z.strictObject({
  title: ownedLine(60),
  file: fileIn('.md'),
  path: z
    .string('must be an address such as /imprint')
    .max(60, 'may have at most 60 characters')
    .regex(/^\/[a-z0-9]+(-[a-z0-9]+)*$/, 'must be an address such as /imprint')
    .refine((path) => !shopPaths.has(path.slice(1)), {
      error: ({ input }) => `${input} is the address of another page of the shop`,
    }),
  lang: z
    .string('must be a language tag such as de or pt-BR')
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language tag such as de or pt-BR')
    .optional(),
});

const titleAndText = z.strictObject({
  title: ownedLine(lengths.title),
  text: ownedLine(lengths.text),
});
const three = <Part extends z.ZodType>(part: Part) =>
  z.tuple([part, part, part], 'must be a list of three');

const searchMessage =
  'must be the address of a search here, such as /search?kind=trumpet&maxPrice=500';

const home = z.strictObject({
  title: ownedLine(lengths.title).optional(),
  text: ownedLine(lengths.text).optional(),
  categories: titleAndText.partial().optional(),
  sellers: z
    .strictObject({
      title: ownedLine(lengths.title).optional(),
      steps: three(titleAndText).optional(),
    })
    .optional(),
  promises: three(titleAndText).optional(),
  featured: z
    .strictObject({
      title: ownedLine(lengths.title),
      text: ownedLine(lengths.text).optional(),
      search: z
        .string(searchMessage)
        .max(500, 'may have at most 500 characters')
        .regex(/^\/search\?[^\s#]+$/, searchMessage),
    })
    .optional(),
});
/** The headlines of the home page. */
export type HomeTexts = z.output<typeof home>;

function notOffered(code: string): string {
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    return 'must be a currency of ISO 4217 in capitals, such as EUR';
  }
  return currenciesOfSmallUnits.includes(code)
    ? `cannot be ${code}: the highest price, 1,000,000, would be too low in it`
    : `cannot be ${code}: Stripe charges no cards in it`;
}

const languageMessage = 'must be the tag of a language, such as da or pt-PT';
/** One that comes with the shop, or whose texts lie in the folder `texts`. */
const shopLanguage = z
  .string(languageMessage)
  .refine(isLanguageTag, languageMessage)
  .refine((tag) => !shopPaths.has(tag), 'is the address of pages of the shop');

/** The first of the languages has addresses without a prefix. */
export function shopLanguages(tags: readonly string[]): ShopLanguage[] {
  return tags.map((tag, index) => ({ tag, prefix: index === 0 ? '' : `/${tag}` }));
}

/** `shop.json`. Other fields than these are refused, so that a misspelt one is noticed. */
export const shopFile = z.strictObject({
  name: line(lengths.name),
  tagline: ownedLine(lengths.tagline).optional(),
  description: ownedLine(lengths.description).optional(),
  logo: logo.optional(),
  /** Square, for browser tabs and home screens. */
  icon: drawing.optional(),
  /** 1200 × 630 pixels or more, for link previews. */
  picture: picture.optional(),
  colours: z.strictObject({ light: palette, dark: palette }).optional(),
  fonts: fonts.optional(),
  corners: z.enum(cornerStyles, `must be one of ${cornerStyles.join(', ')}`).optional(),
  contact: contact.optional(),
  socialLinks: z
    .array(socialLink, 'must be a list')
    .max(8, 'may have at most 8 entries')
    .default([]),
  pages: z
    .array(page, 'must be a list')
    .max(20, 'may have at most 20 entries')
    .default([])
    .refine(
      (pages) => new Set(pages.map(({ path }) => path)).size === pages.length,
      'must not have the same path twice',
    ),
  menu: menuEntries.optional(),
  footer: footerEntries.optional(),
  banner: shopBanner.optional(),
  firstYear: firstYear.optional(),
  analytics: shopAnalytics.optional(),
  home: home.optional(),
  country: z
    .string('must be the code of a country such as DE')
    .refine((code) => countries.includes(code), 'must be the code of a country such as DE')
    .optional(),
  /** Without it: those of the specification. */
  categories: categorySettings(fileIn('.jpg', '.jpeg', '.png', '.webp', '.svg')).optional(),
  /** Checked by `readInstruments`: what the owner says of instruments, or the file that says it. */
  instruments: z
    .union(
      [fileIn('.json'), z.looseObject({})],
      'must be an object, or name a file (.json) in the folder of shop.json',
    )
    .optional(),
  /** Without it: one, `everywhere`. An empty list: nothing is sent. */
  zones: zones.optional(),
  /** What the shop takes of each sale, instead of COMMISSION_PERCENT. */
  commission: commission.optional(),
  /** Without it sellers get no invoices for the commission. */
  invoices: invoices.optional(),
  carriers: carriers.optional(),
  /** In the order of the footer; addresses of the first have no prefix. */
  languages: z
    .array(shopLanguage, 'must be a list')
    .min(1, 'must have at least one language')
    .max(40, 'may have at most 40 languages')
    .refine((tags) => new Set(tags).size === tags.length, 'must not have a language twice')
    .default(['en'])
    .transform(shopLanguages),
  /** The percentage of the texts that a language of the folder `texts` must have to be a language of the shop. */
  minTranslated: z
    .int('must be a whole number from 1 to 100')
    .min(1, 'must be a whole number from 1 to 100')
    .max(100, 'must be a whole number from 1 to 100')
    .default(95),
  /** `corrected`: the texts of the specification as a native speaker would write them (`contract/corrected-messages.ts`). */
  texts: z.enum(['specified', 'corrected'], 'must be specified or corrected').default('specified'),
  /** In which mails write times to readers whose own is not known. */
  timeZone: z
    .string('must be a time zone')
    .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
    .optional(),
  currency: z
    .string('must be a currency of ISO 4217 such as EUR')
    .default(usDollar.code)
    .transform((code, { issues }) => {
      const currency = findCurrency(code);
      if (currency) return currency;
      issues.push({ code: 'custom', input: code, message: notOffered(code) });
      return z.NEVER;
    }),
});
export type ShopFile = z.output<typeof shopFile>;
