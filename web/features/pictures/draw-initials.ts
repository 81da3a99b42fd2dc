import { initialsOf } from '../../ui/initials.ts';

const sizePx = 512;

/** Each is dark enough for the text. */
export const initialsGrounds = [
  '#5b3a1e',
  '#7a3b2e',
  '#2f5d50',
  '#2d4a6b',
  '#5a3d6b',
  '#6b4a12',
  '#3d5a2a',
  '#7a2e4a',
] as const;
export const initialsText = '#fff8ea';

/** The ground for a name: the same each time, and another for most other names. */
export function groundFor(name: string): string {
  const sum = Array.from(name).reduce(
    (hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0,
    7,
  );
  return initialsGrounds[sum % initialsGrounds.length] ?? initialsGrounds[0];
}

/** A square picture with the initials of a name, for people who do not want to show a photo. */
export async function drawInitials(name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sizePx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const text = initialsOf(name);
  context.fillStyle = groundFor(name);
  context.fillRect(0, 0, sizePx, sizePx);
  await setFont(context, text);
  context.fillStyle = initialsText;
  context.textAlign = 'center';
  // By what is drawn, because letters of other scripts stand at other heights.
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } =
    context.measureText(text);
  context.fillText(text, sizePx / 2, (sizePx + above - below) / 2);
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!drawn) throw new Error('This browser draws no pictures');
  return new File([drawn], 'initials.png', { type: 'image/png' });
}

/** The font of headings, in a size in which the text takes at most two thirds of the picture. */
async function setFont(context: CanvasRenderingContext2D, text: string): Promise<void> {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--font-display');
  const fontOf = (px: number) => `600 ${px}px ${family || 'serif'}`;
  const most = sizePx / 2;
  // Without the font that the page prefers it is drawn in the next one.
  await document.fonts.load(fontOf(most), text).catch(() => []);
  context.font = fontOf(most);
  const { width } = context.measureText(text);
  const widest = (sizePx * 2) / 3;
  if (width > widest) context.font = fontOf(Math.floor((most * widest) / width));
}
