import type { ShopCategory } from '#contract/products/shop-categories.ts';
import type { ShopFile, ShopLogo, ShopPicture } from '#contract/shop/shop.ts';
import { themeColours } from '#contract/shop/theme-colours.ts';
import type { IconFile, IconSize, ServedFile, ShopIcons } from '../../core/loaded-shop.ts';
import { addressOf, measurePicture } from './page-pictures.ts';
import type { ShopFiles } from './read-shop-files.ts';
import type { ShopFault } from './shop-faults.ts';

/** A picture that `shop.json` names, measured. */
interface MeasuredPicture extends ShopPicture, ServedFile {}

export interface ShopPictures {
  byField: ReadonlyMap<string, MeasuredPicture>;
  faults: readonly ShopFault[];
}

const leastIcon = 512;
const leastPicture = { width: 600, height: 315 };

/** Measures logo, icon, picture and those of categories. They are served at addresses that change with their content. */
export async function measureShopPictures({ contents }: ShopFiles): Promise<ShopPictures> {
  const byField = new Map<string, MeasuredPicture>();
  const faults: ShopFault[] = [];
  for (const [field, file] of contents) {
    if (field === 'instruments' || /^(pages\[|fonts\.)/.test(field)) continue;
    const measured = await measurePicture(file).catch(() => undefined);
    const fault = measured ? faultOf(field, measured) : `${field} is no picture that browsers show`;
    if (fault) faults.push(fault);
    if (measured) {
      const name = `${field.replaceAll(/[.[\]]+/g, '-')}${extensions[measured.contentType] ?? ''}`;
      byField.set(field, { ...measured, content: file, address: addressOf(file, name) });
    }
  }
  return { byField, faults };
}

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': '.svg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/jpeg': '.jpg',
};

function faultOf(
  field: string,
  { width, height, contentType }: Omit<ServedFile, 'content'> & { width: number; height: number },
): ShopFault | undefined {
  const measured = `${width} × ${height} pixels`;
  const isDrawing = contentType === 'image/svg+xml';
  if (!(contentType in extensions)) return `${field} is ${contentType}, which is not taken here`;
  if (field === 'icon' && Math.abs(width - height) > Math.max(width, height) / 100) {
    return `icon has ${measured} and must be square`;
  }
  if (field === 'icon' && !isDrawing && width < leastIcon) {
    return `icon has ${measured} and needs ${leastIcon} × ${leastIcon}, or be an SVG`;
  }
  if (field === 'picture' && (width < leastPicture.width || height < leastPicture.height)) {
    return `picture has ${measured} and needs ${leastPicture.width} × ${leastPicture.height}`;
  }
  if (field.startsWith('logo') && (width > height * 10 || height > width * 2)) {
    return `${field} has ${measured}: it may be at most ten times as wide as high, and twice as high as wide`;
  }
  return undefined;
}

const shown = ({ address, width, height }: MeasuredPicture): ShopPicture => ({
  address,
  width,
  height,
});

export function shopLogo(values: ShopFile, { byField }: ShopPictures): ShopLogo | undefined {
  const [file, onDark] = [byField.get('logo.file'), byField.get('logo.onDark')];
  return (
    file && {
      ...shown(file),
      ...(onDark && { onDark: shown(onDark) }),
      includesName: values.logo?.includesName ?? false,
    }
  );
}

/** The categories with the addresses of their pictures. */
export function shopCategoriesOf(
  { categories }: ShopFile,
  { byField }: ShopPictures,
): ShopCategory[] | undefined {
  return categories?.map(({ picture: _, ...category }, index) => {
    const picture = byField.get(`categories[${index}].picture`);
    return { ...category, ...(picture && { picture: shown(picture) }) };
  });
}

/** The picture of link previews; null when the owner has none. */
export function linkPicture({ byField }: ShopPictures): ShopPicture | null {
  const picture = byField.get('picture');
  return picture ? shown(picture) : null;
}

/** Edge in pixels, and that of the picture within it: launchers cut a maskable icon to its middle 80 %. */
const iconSizes: Readonly<Record<IconSize, readonly [name: string, edge: number, inner: number]>> =
  {
    tab: ['icon-32', 32, 32],
    touch: ['icon-180', 180, 148],
    small: ['icon-192', 192, 192],
    large: ['icon-512', 512, 512],
    maskableSmall: ['icon-maskable-192', 192, 144],
    maskable: ['icon-maskable-512', 512, 384],
  };

/**
 * The icon in the sizes that browsers and home screens ask for. Browsers' tabs get a drawing as it is; home screens, which
 * take none, get PNGs of it.
 */
export async function makeIcons({
  byField,
}: ShopPictures): Promise<{ icons: ShopIcons | null; files: IconFile[] }> {
  const icon = byField.get('icon');
  if (!icon) return { icons: null, files: [] };
  const { contentType, content, address } = icon;
  const isDrawing = contentType === 'image/svg+xml';
  // Browsers may show a drawing that sharp cannot read.
  const pictures = await (isDrawing
    ? withDrawings(() => drawIcons(icon)).catch(() => null)
    : drawIcons(icon));
  return {
    icons: {
      drawing: isDrawing ? address : null,
      pictures:
        pictures &&
        // `iconSizes` has every size.
        (Object.fromEntries(pictures.map(([size, file]) => [size, file.address])) as Record<
          IconSize,
          string
        >),
    },
    files: [
      ...(isDrawing ? [{ address, contentType, content }] : []),
      ...(pictures ?? []).map(([, file]) => file),
    ],
  };
}

const drawIcons = (icon: MeasuredPicture) =>
  Promise.all(
    Object.entries(iconSizes).map(async ([size, of]) => [size, await drawIcon(icon, of)] as const),
  );

/**
 * Lets sharp read SVG, which the decoder of uploads turns off for the whole process. The owner's files are read before the
 * server listens, so no upload comes in between.
 */
async function withDrawings<Result>(work: () => Promise<Result>): Promise<Result> {
  const { default: sharp } = await import('sharp');
  const operation = ['VipsForeignLoadSvgBuffer'];
  sharp.unblock({ operation });
  try {
    return await work();
  } finally {
    sharp.block({ operation });
  }
}

/** The resolution in which sharp draws an SVG whose unit is one pixel. */
const usualDpi = 72;

async function drawIcon(
  { content, width, contentType }: MeasuredPicture,
  [name, edge, inner]: readonly [name: string, edge: number, inner: number],
): Promise<IconFile> {
  const { default: sharp } = await import('sharp');
  const density = Math.min(Math.max(1, (usualDpi * inner) / width), 100_000);
  const source = contentType === 'image/svg+xml' ? sharp(content, { density }) : sharp(content);
  const resized = source.resize(inner, inner, { fit: 'contain', background: clear });
  const around = Math.round((edge - inner) / 2);
  const framed =
    around === 0
      ? resized
      : resized
          .extend({ top: around, bottom: around, left: around, right: around, background: paper })
          .flatten({ background: paper });
  const png = await framed.png().toBuffer();
  return { address: addressOf(png, `${name}.png`), contentType: 'image/png', content: png };
}

const { paper } = themeColours.light;
const clear = { r: 0, g: 0, b: 0, alpha: 0 };
