import type { BlogPostContent } from '#contract/blog/blog.ts';
import type { OwnInstruments } from '#contract/instruments/instrument-settings.ts';
import type { InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';

/** The shop as the server knows it, from its folder (`server/config/shop/load-shop.ts`). */
export interface LoadedShop {
  /** What every page gets. */
  public: PublicShop;
  /** The owner's Markdown pages, in the order of the footer. */
  pages: readonly ShopPageContent[];
  /** The same in other languages of the shop, by `translatedPage`. */
  translatedPages: ReadonlyMap<string, ShopPageContent>;
  /** The posts of the blog, those of later days too. */
  blog: readonly BlogPost[];
  /** The days on which the banner of `public` is shown. */
  bannerDays?: { from?: string | undefined; until?: string | undefined } | undefined;
  /** The files of the folder that everyone may read, by their address. No other file of it is served. */
  files: ReadonlyMap<string, ServedFile>;
  /** The address of the owner's colours; null for the usual ones. */
  styleSheet: string | null;
  /** Null for the usual ones. */
  icons: ShopIcons | null;
  /** The owner's colours for mails. */
  mailColours: MailColours | null;
  /** What the owner says of kinds of instruments; undefined: nothing. No page gets it, calls read it. */
  instruments?: OwnInstruments | undefined;
  /** What it takes of each sale; undefined: what COMMISSION_PERCENT says. */
  commission?: ShopCommission | undefined;
  /** How it invoices its commission; undefined: it does not. */
  invoices?: InvoiceSettings | undefined;
  /** How the texts of the specification are worded, unless `TEXTS` says otherwise. */
  texts: 'specified' | 'corrected';
  /** The percentage of the texts that a language of the owner's must have. */
  minTranslated: number;
  /** What the operator should know and the start does not fail for, one sentence each. */
  warnings: readonly string[];
}

/** The key of a page of the owner in a language. */
export const translatedPage = (path: string, tag: string) => `${path} ${tag}`;

/** A post of the blog in one language or several. */
export interface BlogPost {
  name: string;
  versions: BlogPostContent[];
}

export interface ServedFile {
  content: Buffer;
  contentType: string;
}

export interface IconFile extends ServedFile {
  address: string;
}

/** Addresses of the icon. One of the two is there. */
export interface ShopIcons {
  /** The owner's SVG, for all sizes. */
  drawing: string | null;
  /** PNGs; null for an SVG that only browsers can draw. */
  pictures: Readonly<Record<IconSize, string>> | null;
}

/** Browser tabs, Apple's home screens, and what launchers ask for. */
export type IconSize = 'tab' | 'touch' | 'small' | 'large' | 'maskableSmall' | 'maskable';

export interface MailColours {
  accent: string;
  accentOnDark: string;
  button: string;
  buttonText: string;
}

/** Without a folder. */
export const defaultLoadedShop: LoadedShop = {
  public: defaultShop,
  pages: [],
  translatedPages: new Map(),
  blog: [],
  files: new Map(),
  warnings: [],
  styleSheet: null,
  icons: null,
  mailColours: null,
  texts: 'specified',
  minTranslated: 95,
};
