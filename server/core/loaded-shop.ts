import { defaultShop } from '#contract/default-shop.ts';
import type { PublicShop } from '#contract/shop.ts';
import type { ShopPageContent } from '#contract/shop-pages.ts';

/** The shop as the server knows it, from its folder (`server/config/shop/load-shop.ts`). */
export interface LoadedShop {
  /** What every page gets. */
  public: PublicShop;
  /** The owner's Markdown pages, in the order of the footer. */
  pages: readonly ShopPageContent[];
  /** The files of the folder that everybody may read, by their address. No other file of it is served. */
  files: ReadonlyMap<string, ServedFile>;
  /** What the operator should know and the start does not fail for, one sentence each. */
  warnings: readonly string[];
}

export interface ServedFile {
  content: Buffer;
  contentType: string;
}

/** Without a folder. */
export const defaultLoadedShop: LoadedShop = {
  ...{ public: defaultShop, pages: [], files: new Map(), warnings: [] },
};
