import type { Fingerprint } from '../port.ts';
import { openPicture } from './decoder.ts';

const columns = 8;
const rows = 8;

/**
 * The difference in brightness (0 to 255) below which a picture is flat: the fingerprints of all flat pictures are alike. So are
 * those that say hardly more than a gradient, with less than so many bits that differ from the others.
 */
const leastContrast = 24;
const leastBits = 5;
/**
 * Points that differ by no more are equally bright: noise would decide. With 6, renditions of the demo pictures at quality 40
 * differ in at most 3 bits and different pictures in at least 9; with 2, in up to 10 and at least 14.
 */
const leastDifference = 6;

/**
 * A fingerprint of 64 bits (dHash): whether each of 9 x 8 points is brighter than the one to its right. It stays nearly the
 * same when a picture is scaled, compressed again or lightened; not when it is cropped or turned.
 * @returns undefined for a flat picture
 */
export async function fingerprintOf(content: Buffer): Promise<Fingerprint | undefined> {
  const points = await openPicture(content)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(columns + 1, rows, { fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  if (Math.max(...points) - Math.min(...points) < leastContrast) return undefined;
  const at = (row: number, column: number) => points[row * (columns + 1) + column] ?? 0;
  const bits = bitsOf((row, column) => at(row, column) - at(row, column + 1));
  const mirrored = bitsOf(
    (row, column) => at(row, columns - column) - at(row, columns - column - 1),
  );
  const isGradient = [bits, mirrored].every((all) => all.length < leastBits);
  return isGradient ? undefined : { bits: numberOf(bits), mirrored: numberOf(mirrored) };
}

/** The places whose point is brighter than the next one. */
function bitsOf(differenceAt: (row: number, column: number) => number): number[] {
  return Array.from({ length: rows * columns }, (_, place) => place).filter(
    (place) => differenceAt(Math.floor(place / columns), place % columns) > leastDifference,
  );
}

function numberOf(places: readonly number[]): bigint {
  return BigInt.asIntN(
    64,
    places.reduce((all, place) => all | (1n << BigInt(63 - place)), 0n),
  );
}
