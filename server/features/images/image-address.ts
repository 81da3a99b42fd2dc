import type { PictureOf } from '../../database/image-columns.ts';
import { fileName } from '../../providers/images/port.ts';
import type { ImageDeps } from './image-deps.ts';

/** Makes the function that describes images for the API. Its `url` is the address of the largest size. */
export function createPictureOf(deps: ImageDeps): PictureOf {
  return (image) => {
    if (image.externalUrl !== null) return { url: image.externalUrl, picture: undefined };
    if (image.widths.length === 0)
      return { url: deps.origin() + removedPicture, picture: undefined };
    const { id, widths, avif, width, height, placeholder } = image;
    const base = deps.imageHost.baseUrl(id);
    return {
      url: largestAddress(deps, image),
      picture: { base, widths, avif, width, height, placeholder },
    };
  };
}

/** What is shown instead of a picture whose owner was removed (`blankImages`); a file of the web's build. */
const removedPicture = '/removed-picture.svg';

export function largestAddress(
  { imageHost, origin }: ImageDeps,
  { id, width }: { id: string; width: number },
): string {
  const base = imageHost.baseUrl(id);
  // Concatenated because this runs for every row of every list, and parsing URLs is slow.
  const host = base.startsWith('/') ? origin() : '';
  return `${host}${base}/${fileName({ width, format: 'webp' })}`;
}

/**
 * The id of an image of our host in its address; null for other addresses. Finds an id in the address and compares the
 * address with the one that the host makes for it: formats vary by host.
 */
export function idInAddress(address: string, { imageHost, origin }: ImageDeps): string | null {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(address)?.[0];
  if (id === undefined || !URL.canParse(address, origin())) return null;
  const given = new URL(address, origin()).href;
  const ours = new URL(imageHost.baseUrl(id), origin()).href;
  const rest = given.slice(ours.length);
  return given.startsWith(ours) && /^(\/\d+\.(webp|avif))?$/.test(rest) ? id : null;
}
