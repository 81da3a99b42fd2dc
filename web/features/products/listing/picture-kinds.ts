import { limits } from '#contract/constants.ts';

/** The media types that the shop's image host takes. */
export const pictureTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
];

/** No picture is sent longer or wider than this, in pixels: more is not shown anywhere. */
export const longestEdge = 2_560;

/** A picture cannot be sent as it is. Its message is written for the person, and trying again does not help. */
export class PictureRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PictureRefusal';
  }
}

/** @throws PictureRefusal when the shop would not take this file anyhow */
export function refuseWrongFile({ type, size }: Pick<File, 'type' | 'size'>): void {
  if (!pictureTypes.includes(type)) {
    throw new PictureRefusal(
      'The shop cannot read this kind of file. Choose a JPEG, PNG, WebP or AVIF picture.',
    );
  }
  if (size === 0) throw new PictureRefusal('This file is empty. Choose another picture.');
  if (size > limits.imageBytes) {
    throw new PictureRefusal('This picture is larger than 10 MB. Choose a smaller one.');
  }
}

/** Width and height in pixels, with the longer edge brought down to `longest` where it is longer. */
export function sizeWithin(
  { width, height }: { width: number; height: number },
  longest: number,
): { width: number; height: number } {
  const share = Math.min(1, longest / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * share)),
    height: Math.max(1, Math.round(height * share)),
  };
}
