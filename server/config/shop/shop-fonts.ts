import type { cornerStyles, ShopFile, ShopFonts } from '#contract/shop/shop.ts';
import type { ServedFile } from '../../core/loaded-shop.ts';
import { addressOf } from './page-pictures.ts';
import { fontRoles, type ShopFiles } from './read-shop-files.ts';
import { fieldName, type ShopFault } from './shop-faults.ts';

/** A font of this size takes a phone on a slow network two seconds. */
const maxKilobytes = 200;

interface ServedFont extends ServedFile {
  address: string;
}

/** By the fields that name them. */
export type ShopFontFiles = ReadonlyMap<string, ServedFont>;

/** The fonts that `shop.json` names, by their fields, with what is wrong with them. */
export function readFonts({ contents }: ShopFiles): {
  byField: ShopFontFiles;
  faults: readonly ShopFault[];
} {
  const byField = new Map<string, ServedFont>();
  const faults: ShopFault[] = [];
  for (const [field, content] of contents) {
    if (!field.startsWith('fonts.')) continue;
    const kilobytes = Math.ceil(content.length / 1_000);
    if (content.toString('latin1', 0, 4) !== 'wOF2') {
      faults.push(`${field} is no WOFF2 font`);
    } else if (kilobytes > maxKilobytes) {
      faults.push(
        `${field} has ${kilobytes} kB and may have ${maxKilobytes}: leave out the letters of languages that the shop does not speak`,
      );
    }
    const name = `${field.replaceAll(/[.[\]]+/g, '-')}.woff2`;
    byField.set(field, { content, contentType: 'font/woff2', address: addressOf(content, name) });
  }
  return { byField, faults };
}

const properties = { headings: 'display', text: 'sans' } as const;
const generic = { headings: 'Georgia, serif', text: 'system-ui, sans-serif' } as const;
/** What stands behind the owner's fonts for letters that those may lack, as `web/base.css` has it. */
const byScript = {
  ar: '"Noto Sans Arabic"',
  ja: '"Hiragino Sans", "Hiragino Kaku Gothic ProN", "Yu Gothic", "Noto Sans JP", "Noto Sans CJK JP"',
} as const;

/** The rules that make the owner's fonts those of headings and prices, and of everything else. */
export function fontRules(fonts: ShopFonts = {}, byField: ShopFontFiles): string[] {
  return fontRoles.flatMap((role) => {
    const files = fonts[role];
    if (!files) return [];
    const family = `"Shop ${role}"`;
    const property = `--font-${properties[role]}`;
    return [
      ...files.map(({ weight = '100 900' }, index) => {
        const address = byField.get(fieldName([`fonts.${role}`, index, 'file']))?.address ?? '';
        return `@font-face{font-family:${family};font-display:swap;font-weight:${weight};src:url("${address}")format("woff2")}`;
      }),
      `:root{${property}:${family},${generic[role]}}`,
      ...Object.entries(byScript).map(
        ([tag, names]) => `:root:lang(${tag}){${property}:${family},${names},${generic[role]}}`,
      ),
    ];
  });
}

const radii: Record<(typeof cornerStyles)[number], readonly [sm: number, md: number, lg: number]> =
  {
    square: [0, 0, 0],
    // As `web/theme.css` has it.
    soft: [3, 6, 10],
    round: [6, 14, 22],
  };

export function cornerRules({ corners }: Pick<ShopFile, 'corners'>): string[] {
  if (corners === undefined || corners === 'soft') return [];
  const [sm, md, lg] = radii[corners];
  return [`:root{--radius-sm:${sm}px;--radius-md:${md}px;--radius-lg:${lg}px}`];
}
