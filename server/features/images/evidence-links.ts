import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { JoinedImage } from '../../database/image-columns.ts';
import { evidenceClipsPath, evidencePath } from '../../providers/images/port.ts';

/**
 * Addresses of pictures and clips in returns, disputes and messages. Only replies to the two sides and to admins contain them, and they end soon:
 * an address that is passed on is of no use the next day. The picture's id is encrypted, because at some image hosts it is
 * all that is needed to load a picture.
 */
export interface EvidenceLinks {
  /** The address of the largest size. The same for half of its lifetime, so that browsers do not load it again. */
  addressOf(image: Pick<JoinedImage, 'id'>): string;
  /** The same for a clip: its only file. */
  clipAddressOf(clip: { id: string }): string;
  /** The id of the picture or clip. Undefined when the token is not one of ours, or its time is over. */
  idOf(token: string): string | undefined;
}

const lifetimeMs = 3_600_000;
const nonceBytes = 12;
const tagBytes = 16;

export function createEvidenceLinks(secret: string, clock: Clock, origin: () => string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'reprise evidence links', 32));
  function tokenOf(id: string): string {
    const slotMs = lifetimeMs / 2;
    const endsAtMs = (Math.floor(clock.now().getTime() / slotMs) + 2) * slotMs;
    return encrypt(key, `${endsAtMs}:${id}`);
  }
  const links: EvidenceLinks = {
    addressOf: ({ id }) => `${origin()}${evidencePath}/${tokenOf(id)}`,
    clipAddressOf: ({ id }) => `${origin()}${evidenceClipsPath}/${tokenOf(id)}`,
    idOf(token) {
      const [endsAtMs, id] = decrypt(key, token)?.split(':') ?? [];
      return Number(endsAtMs) > clock.now().getTime() ? id : undefined;
    },
  };
  return links;
}

/** The nonce follows from the text, so that the same text always gives the same token. */
function encrypt(key: Buffer, text: string): string {
  const nonce = createHmac('sha256', key).update(text).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const encrypted = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function decrypt(key: Buffer, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return (
      decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') +
      decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}
