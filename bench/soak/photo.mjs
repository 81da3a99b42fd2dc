import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { projectFolder } from '../support/project.mjs';

/** 12 megapixels, as phones take them. */
const photoSize = { width: 4_032, height: 3_024 };

/**
 * Writes a photograph as a phone would: an instrument of the demo in full size, with the grain of a small lens.
 * @param {string} path
 * @returns {Promise<Buffer>}
 */
export async function writePhoto(path) {
  const { width, height } = photoSize;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const photo = await sharp(join(projectFolder, 'demo/pictures/banjo.webp'))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .withExif({ IFD0: { Make: 'Camera', Model: 'Phone' } })
    .jpeg({ quality: 90 })
    .toBuffer();
  await writeFile(path, photo);
  return photo;
}
