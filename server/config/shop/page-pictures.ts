import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { readInside } from './read-shop-files.ts';
import type { PageImage } from './render-markdown.ts';

/** A picture that a page of the owner shows, as it is served. */
export interface PagePicture extends PageImage {
  content: Buffer;
  contentType: string;
}

/** The formats of photos that browsers show, as sharp names them. */
const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  heif: 'image/avif',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

/**
 * Reads a picture that a page names.
 * @param root the folder, without links in its path
 * @param file below the folder; what leads out of it is no picture
 * @returns why not, in words that follow `which`, if it cannot be shown
 */
export async function readPagePicture(
  root: string,
  file: string,
): Promise<PagePicture | { reason: string }> {
  if (!/\.(svg|png|jpe?g|webp|avif)$/i.test(file)) {
    return { reason: 'is no SVG, PNG, JPEG, WebP or AVIF file in the folder' };
  }
  try {
    const content = await readInside(root, file);
    const { width, height, contentType } = await measurePicture(content);
    const address = addressOf(content, posix.basename(file));
    return { address, width, height, content, contentType };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

/** The address of a file of the owner's folder. It changes with the content, so it can be cached for ever. */
export function addressOf(content: Buffer, name: string): string {
  const version = hash('sha256', content, 'hex').slice(0, 12);
  return `/shop/${version}/${encodeURIComponent(name)}`;
}

/** @throws Error when it is no picture that browsers show */
export async function measurePicture(content: Buffer) {
  const drawing = measureDrawing(content.toString('utf8'));
  if (drawing) return { ...drawing, contentType: 'image/svg+xml' };
  const { default: sharp } = await import('sharp');
  const { format, width, height } = await sharp(content)
    .metadata()
    .catch(() => ({ format: '', width: 0, height: 0 }));
  const contentType = contentTypes[format];
  if (!contentType || width === 0) throw new Error('is no picture');
  return { width, height, contentType };
}

/** What may stand before the drawing in an SVG file. */
const prolog = /^\uFEFF?(\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*/i;

/** Measured by its text, because the decoder of uploads has turned SVG off in sharp for the whole process. */
function measureDrawing(text: string): { width: number; height: number } | undefined {
  const tag = /^<svg\s[^>]*>/i.exec(text.replace(prolog, ''))?.[0];
  if (!tag) return undefined;
  const [, , boxWidth = 0, boxHeight = 0] = (/\sviewBox="([^"]*)"/.exec(tag)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = lengthIn(tag, 'width') || boxWidth;
  const height = lengthIn(tag, 'height') || boxHeight;
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** In pixels; 0 when there is none, or one in another unit. */
function lengthIn(tag: string, name: 'width' | 'height'): number {
  return Number(new RegExp(`\\s${name}="([\\d.]+)(px)?"`).exec(tag)?.[1] ?? 0);
}
