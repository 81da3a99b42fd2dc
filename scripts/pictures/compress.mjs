import sharp from 'sharp';

const mostBytes = 150_000;
const qualities = [80, 70, 60, 50, 40];

/**
 * A picture as WebP, as good as it can be within the weight that the repository bears.
 * @param {Buffer} picture
 * @returns {Promise<Buffer>}
 */
export async function withinWeight(picture) {
  for (const quality of qualities) {
    const webp = await sharp(picture).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= mostBytes) return webp;
  }
  throw new Error(`The picture is heavier than ${mostBytes} bytes at every quality`);
}
