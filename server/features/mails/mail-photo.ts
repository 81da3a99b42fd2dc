import { type ImageColumns, imageFrom } from '../../database/image-columns.ts';
import { fileName, type ImageHost } from '../../providers/images/port.ts';
import type { MailPhoto } from './mail-content.ts';

export interface MailPhotoDeps {
  imageHost: Pick<ImageHost, 'baseUrl'>;
  /** Address of the shop, without a slash at the end. */
  origin: () => string;
}

/** The widest that a mail shows a picture, at double density. */
const sharpWidth = 320;

/** The smallest rendition of a picture that is sharp in a mail, by its absolute address. */
export function mailPhoto({ imageHost, origin }: MailPhotoDeps, row: ImageColumns): MailPhoto {
  const { id, externalUrl, widths, width, height } = imageFrom(row);
  if (externalUrl !== null) return { address: externalUrl, width, height };
  const shown = widths.find((step) => step >= sharpWidth) ?? width;
  const { href } = new URL(
    `${imageHost.baseUrl(id)}/${fileName({ width: shown, format: 'webp' })}`,
    origin(),
  );
  return { address: href, width: shown, height: Math.round((height * shown) / width) };
}
