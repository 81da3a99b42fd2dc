import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';

/** The media types that the image host accepts. */
export const pictureTypes: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
];

/** The largest width or height that is uploaded, in pixels: nothing larger is shown anywhere. */
export const longestEdge = 2_560;

/** The picture cannot be uploaded, and retrying does not help. The message is written for people. */
export class PictureRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PictureRefusal';
  }
}

/** @throws PictureRefusal when the server would refuse this file */
export function refuseWrongFile({ type, size }: Pick<File, 'type' | 'size'>): void {
  if (!pictureTypes.includes(type)) {
    throw new PictureRefusal(
      t`The shop cannot read this kind of file. Choose a JPEG, PNG, WebP or AVIF picture.`,
    );
  }
  if (size === 0) throw new PictureRefusal(t`This file is empty. Choose another picture.`);
  if (size > limits.imageBytes) {
    throw new PictureRefusal(t`This picture is larger than 10 MB. Choose a smaller one.`);
  }
}

/** Width and height in pixels, scaled down so that the longer edge is at most `longest`. */
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
