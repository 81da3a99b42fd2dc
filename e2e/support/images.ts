import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A file as `setInputFiles` takes it. */
export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Too large for the thumbnails only; small because the server encodes each upload in several sizes and formats. */
const smallWidth = 640;

/** The path of an image of the demo catalogue, in full size. */
export function demoImagePath(name: string): string {
  return fileURLToPath(new URL(`../../demo/pictures/${name}.webp`, import.meta.url));
}

/** An image of the demo catalogue as a small JPEG, for tests that are not about its size. */
export async function smallImage(name: string): Promise<ImageFile> {
  const buffer = await sharp(demoImagePath(name)).resize(smallWidth).jpeg().toBuffer();
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer };
}

/** An SVG: browsers show it, but the server refuses it, because it may hold scripts. */
export const svgPath = fileURLToPath(new URL('../../web/public/favicon.svg', import.meta.url));

/** Uploads a small image to the server and returns its id. */
export async function uploadImage(serverUrl: string): Promise<string> {
  const { buffer, mimeType, name } = await smallImage('banjo');
  return upload(serverUrl, new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
}

/** Uploads an image of the demo catalogue in full size and returns its id. */
export async function uploadFullSizeImage(serverUrl: string): Promise<string> {
  const blob = new Blob([await readFile(demoImagePath('banjo'))], { type: 'image/webp' });
  return upload(serverUrl, blob, 'banjo.webp');
}

async function upload(serverUrl: string, blob: Blob, name: string): Promise<string> {
  const form = new FormData();
  form.set('image', blob, name);
  const response = await fetch(`${serverUrl}/api/images`, { method: 'POST', body: form });
  if (!response.ok) throw new Error(`The upload answered ${response.status}`);
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}
