import type { ShopFile, ShopLogo, ShopPicture } from '#contract/shop/shop.ts';
import type { IconFile, ServedFile, ShopIcons } from '../../core/loaded-shop.ts';
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

/** Measures logo, icon and picture. They are served at addresses that change with their content. */
export async function measureShopPictures({ contents }: ShopFiles): Promise<ShopPictures> {
  const byField = new Map<string, MeasuredPicture>();
  const faults: ShopFault[] = [];
  for (const field of ['logo.file', 'logo.onDark', 'icon', 'picture']) {
    const file = contents.get(field);
    if (!file) continue;
    const measured = await measurePicture(file).catch(() => undefined);
    const fault = measured ? faultOf(field, measured) : `${field} is no picture that browsers show`;
    if (fault) faults.push(fault);
    if (measured) {
      const name = `${field.replace('.', '-')}${extensions[measured.contentType] ?? ''}`;
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

/** The picture of link previews; null when the owner has none. */
export function linkPicture({ byField }: ShopPictures): ShopPicture | null {
  const picture = byField.get('picture');
  return picture ? shown(picture) : null;
}

const paper = '#faf4e9';

/**
 * The icon in the sizes that browsers and home screens ask for. A drawing is served as it is, and is sharp in every size;
 * home screens of Apple, which take none, then have no icon.
 */
export async function makeIcons({
  byField,
}: ShopPictures): Promise<{ icons: ShopIcons | null; files: IconFile[] }> {
  const icon = byField.get('icon');
  if (!icon) return { icons: null, files: [] };
  const { contentType, content, address } = icon;
  if (contentType === 'image/svg+xml') {
    return { icons: { drawing: address }, files: [{ address, contentType, content }] };
  }
  const { default: sharp } = await import('sharp');
  const make = async (name: string, size: number, inner = size): Promise<IconFile> => {
    const edge = Math.round((size - inner) / 2);
    const resized = sharp(content).resize(inner, inner);
    const framed =
      edge === 0
        ? resized
        : resized
            .extend({ top: edge, bottom: edge, left: edge, right: edge, background: paper })
            .flatten({ background: paper });
    const png = await framed.png().toBuffer();
    return { address: addressOf(png, `${name}.png`), contentType: 'image/png', content: png };
  };
  const [tab, touch, small, large, maskable] = await Promise.all([
    make('icon-32', 32),
    make('icon-180', 180, 148),
    make('icon-192', 192),
    make('icon-512', 512),
    make('icon-maskable-512', 512, 384),
  ]);
  return {
    icons: {
      tab: tab.address,
      touch: touch.address,
      small: small.address,
      large: large.address,
      maskable: maskable.address,
    },
    files: [tab, touch, small, large, maskable],
  };
}
