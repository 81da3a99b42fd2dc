import { defaultShop } from '#contract/default-shop.ts';
import type { PublicShop } from '#contract/shop.ts';

/** The shop as the server knows it, from its folder (`server/config/shop/load-shop.ts`). */
export interface LoadedShop {
  /** What every page gets. */
  public: PublicShop;
  /** The owner's Markdown pages, in the order of the footer. */
  pages: readonly MarkdownPage[];
}

export interface MarkdownPage {
  title: string;
  /** Address, such as `/imprint`. */
  path: string;
  /** The content of the file, with `\n` as line break. */
  markdown: string;
}

/** Without a folder. */
export const defaultLoadedShop: LoadedShop = { public: defaultShop, pages: [] };
