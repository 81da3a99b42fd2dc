import { hash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { withParents } from '#contract/language.ts';
import { builtInLanguageOf, builtInLanguages } from '#contract/shop/languages.ts';
import type { OwnedText } from '#contract/shop/owned-text.ts';
import { palette, type ShopBanner, type ShopFile, type ShopLogo } from '#contract/shop/shop.ts';
import { invoiceSettingsOf } from '#contract/shop/shop-invoices.ts';
import { type BlogPost, defaultLoadedShop, type LoadedShop } from '../../core/loaded-shop.ts';
import { StartupError } from '../../core/startup-error.ts';
import { accentColours, accentStyleSheet, findContrastFaults } from './accent-colours.ts';
import { deadLinks } from './dead-links.ts';
import { logoRules } from './logo-rules.ts';
import { findOwnTexts } from './own-texts.ts';
import { addressOf } from './page-pictures.ts';
import { postPages, readBlog, takePosts } from './read-blog.ts';
import { readInstruments } from './read-instruments.ts';
import { asObject, readInside, readShopFiles, type ShopFiles } from './read-shop-files.ts';
import { type PageFile, renderPages, type ShopPages } from './render-pages.ts';
import { fieldName, parseShopFile, type ShopFault } from './shop-faults.ts';
import { cornerRules, fontRules, readFonts, type ShopFontFiles } from './shop-fonts.ts';
import {
  linkPicture,
  makeIcons,
  measureShopPictures,
  type ShopPictures,
  shopCategoriesOf,
  shopLogo,
} from './shop-pictures.ts';
import { socialIcon } from './social-icons.ts';

export interface ShopFolder {
  path: string;
  /** Whether the operator named it, so that it must exist. */
  isRequired: boolean;
}

/**
 * Reads the folder of the shop and checks all of it. Without the folder the shop is the default one.
 * @throws StartupError that lists every fault
 */
export async function loadShop(folder: ShopFolder): Promise<LoadedShop> {
  if (!(await isFolder(folder.path))) {
    if (!folder.isRequired) return defaultLoadedShop;
    throw new StartupError(`SHOP_DIR names ${folder.path}, which is not a folder.`, remedy);
  }
  const raw = await readShopFile(folder.path);
  const { values, faults: fieldFaults } = parseShopFile(raw);
  const files = await readShopFiles(folder.path, raw);
  const written = pageFiles(raw, files);
  const tags = values?.languages.map(({ tag }) => tag) ?? [];
  const blog = await readBlog(folder.path, tags[0] ?? 'en');
  const pages = await renderPages(folder.path, [
    ...written,
    ...(await translatedFiles(folder.path, written, tags)),
    ...postPages(blog),
  ]);
  const posts = takePosts(pages, blog);
  const pictures = await measureShopPictures(files);
  const fonts = readFonts(files);
  const { instruments, faults: instrumentFaults } = readInstruments(raw, files, values);
  const faults = [
    ...fieldFaults,
    ...files.faults,
    ...blog.faults,
    ...pages.faults,
    ...pictures.faults,
    ...fonts.faults,
    ...instrumentFaults,
    ...contrastFaults(raw),
    ...(await languageFaults(folder.path, values)),
  ];
  if (values === undefined || faults.length > 0) throw wrongShop(folder.path, faults);
  return {
    ...(await toShop(values, { ...pages, blog: posts }, { pictures, fonts: fonts.byField })),
    instruments,
  };
}

/** The pages whose files could be read. They are rendered although `shop.json` has faults, to find those of the files too. */
function pageFiles(raw: unknown, { contents }: ShopFiles): PageFile[] {
  const { pages } = asObject(raw);
  return (Array.isArray(pages) ? pages : []).flatMap((page: unknown, index) => {
    const { file, path, title, lang } = asObject(page);
    const content = contents.get(fieldName(['pages', index, 'file']));
    if (!content) return [];
    const language = typeof lang === 'string' ? { lang } : {};
    const called = typeof title === 'object' && title ? (title as OwnedText) : `${title}`;
    return [{ index, content, file: `${file}`, path: `${path}`, title: called, ...language }];
  });
}

/** The files beside those of pages that have the language in their name: `terms.fr.md` beside `terms.md`. */
async function translatedFiles(
  folder: string,
  written: readonly PageFile[],
  tags: readonly string[],
): Promise<PageFile[]> {
  const root = await realpath(folder);
  const wanted = new Set(tags.flatMap(withParents));
  const found = written.flatMap((page) =>
    [...wanted].map(async (tag) => {
      const file = page.file.replace(/\.md$/i, `.${tag}.md`);
      const content = await readInside(root, file).catch(() => undefined);
      return content ? [{ ...page, file, content, lang: tag, translatedTo: tag }] : [];
    }),
  );
  return (await Promise.all(found)).flat();
}

/** Measured although `shop.json` has faults elsewhere, one theme even without the other. */
function contrastFaults(raw: unknown): ShopFault[] {
  const colours = asObject(asObject(raw).colours);
  return (['light', 'dark'] as const).flatMap((theme) => {
    const { data } = palette.safeParse(colours[theme]);
    return data ? findContrastFaults(theme, data) : [];
  });
}

/** A language that does not come with the shop has its texts in the folder. */
async function languageFaults(folder: string, values: ShopFile | undefined): Promise<ShopFault[]> {
  const written = new Set((await findOwnTexts(folder)).map(({ language }) => language));
  return (values?.languages ?? []).flatMap(({ tag }, index) => {
    const isThere =
      builtInLanguageOf(tag) !== undefined || withParents(tag).some((one) => written.has(one));
    return isThere
      ? []
      : [
          `${fieldName(['languages', index])} ${tag} has no texts: they belong into texts/${tag}.po, which \`npm run shop:texts -- --new ${tag}\` writes to be filled in. These come with the shop: ${builtInLanguages.join(', ')}`,
        ];
  });
}

function styleOf(values: ShopFile, logo: ShopLogo | undefined, fonts: ShopFontFiles) {
  const { name, colours, banner } = values;
  const rules = [
    ...fontRules(values.fonts, fonts),
    ...cornerRules(values),
    ...logoRules(name, logo),
    ...bannerRules(shownBanner(banner)),
  ];
  if (!colours) return { sheet: rules.length === 0 ? null : styleSheet(rules), mailColours: null };
  const light = accentColours('light', colours.light);
  const dark = accentColours('dark', colours.dark);
  return {
    sheet: styleSheet([accentStyleSheet({ light, dark }), ...rules]),
    mailColours: {
      accent: colours.light.accent,
      accentOnDark: colours.dark.accent,
      button: light['brass-metal'] ?? colours.light.accent,
      buttonText: light['on-brass'] ?? '#ffffff',
    },
  };
}

function shownBanner(banner: ShopFile['banner']): ShopBanner | undefined {
  if (!banner) return undefined;
  const { text, to } = banner;
  return {
    id: hash('sha256', JSON.stringify(banner), 'hex').slice(0, 12),
    text,
    ...(to && { to }),
  };
}

/** A visitor who has closed this announcement does not see it again (`web/ui/banner-boot.ts`). */
function bannerRules(banner: ShopBanner | undefined): string[] {
  return banner ? [`[data-closed-banner="${banner.id}"] #shop-banner{display:none}`] : [];
}

function styleSheet(rules: readonly string[]) {
  const content = Buffer.from(rules.join('\n'));
  const address = addressOf(content, 'shop.css');
  return { content, contentType: 'text/css; charset=utf-8', address };
}

/** `npm run shop:new` writes this address, which belongs to no one. */
function placeholderContact({ contact }: ShopFile): string[] {
  const { email } = contact ?? {};
  if (!email?.endsWith('@your-shop.example')) return [];
  return [
    `shop.json has ${email} as the email of contact: write your own, every page and mail shows it`,
  ];
}

async function toShop(
  values: ShopFile,
  { pages, translatedPages, blog, pictures, warnings }: ShopPages & { blog: BlogPost[] },
  { pictures: shopPictures, fonts: fontFiles }: { pictures: ShopPictures; fonts: ShopFontFiles },
): Promise<LoadedShop> {
  const {
    logo: _logo,
    icon: _icon,
    picture: _picture,
    colours: _colours,
    fonts: _fonts,
    corners: _corners,
    texts,
    commission,
    invoices,
    minTranslated,
    banner,
    instruments: _instruments,
    ...shown
  } = values;
  const logo = shopLogo(values, shopPictures);
  const { icons, files: iconFiles } = await makeIcons(shopPictures);
  const { sheet, mailColours } = styleOf(values, logo, fontFiles);
  const served = [
    ...pictures,
    ...[...shopPictures.byField].flatMap(([field, file]) => (field === 'icon' ? [] : [file])),
    ...iconFiles,
    ...fontFiles.values(),
    ...(sheet ? [sheet] : []),
  ];
  const links = values.pages.map(({ title, path }) => ({ title, path }));
  return {
    public: {
      ...shown,
      categories: shopCategoriesOf(values, shopPictures),
      ...(banner && { banner: shownBanner(banner) }),
      pages: links,
      socialLinks: values.socialLinks.map((link) => ({ ...link, icon: socialIcon(link.name) })),
      ...(logo && { logo }),
      // The default shop's picture is not that of another one.
      picture: linkPicture(shopPictures),
    },
    pages,
    translatedPages,
    blog,
    ...(banner && { bannerDays: { from: banner.from, until: banner.until } }),
    files: new Map(
      served.map(({ address, content, contentType }) => [address, { content, contentType }]),
    ),
    styleSheet: sheet?.address ?? null,
    icons,
    mailColours,
    texts,
    commission,
    invoices: invoices && invoiceSettingsOf(invoices, values),
    minTranslated,
    warnings: [...warnings, ...placeholderContact(values), ...deadLinks(values, blog)],
  };
}

const remedy = 'Correct it and start again; docs/shop.md describes every field.';

function wrongShop(folder: string, faults: readonly ShopFault[]): StartupError {
  const list = faults.map((fault) => `  - ${fault}`).join('\n');
  return new StartupError(`${join(folder, 'shop.json')} is wrong:\n${list}`, remedy);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

async function readShopFile(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, 'shop.json'), 'utf8').catch((cause: Error) => {
    throw new StartupError(
      `${join(folder, 'shop.json')} cannot be read: ${cause.message}`,
      'Write it (docs/shop.md), or remove the folder.',
      { cause },
    );
  });
  try {
    // Editors on Windows write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw wrongShop(folder, [`it is not JSON: ${(error as Error).message}`]);
  }
}
