import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Shorter bodies are not compressed: they fit one packet either way. */
const minBytes = 1_024;

/** Compression levels: `cached` for what is compressed once and sent often, `once` for what is sent once. */
const levels = {
  cached: { br: 6, gzip: 6 },
  once: { br: 3, gzip: 3 },
} as const;

export type Compression = keyof typeof levels;

/** The encoding for a body of this length; undefined when it is sent uncompressed. */
export function encodingFor(length: number, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || length < minBytes) return undefined;
  const offers = accepted.toLowerCase().split(',');
  if (offers.some((offer) => accepts(offer, 'br'))) return 'br';
  return offers.some((offer) => accepts(offer, 'gzip')) ? 'gzip' : undefined;
}

/** Compresses the body, in libuv's thread pool. */
export function encode(body: Buffer, encoding: Encoding, use: Compression): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: levels[use].gzip });
  return brotliAsync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: levels[use].br } });
}

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Whether one item of `Accept-Encoding` names the encoding and does not exclude it by `q=0`. */
function accepts(offer: string, encoding: Encoding): boolean {
  const [name, ...parameters] = offer.split(';').map((part) => part.trim());
  return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
