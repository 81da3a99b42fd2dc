import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Less than this is sent as it is: it fits one packet either way. */
const worthBytes = 1_024;

/** How hard to try: `kept` for what is compressed once and sent often, `passing` for what is sent once. */
const effort = {
  kept: { br: 6, gzip: 6 },
  passing: { br: 3, gzip: 3 },
} as const;

/** The encoding to send a body of this length in, undefined when it goes as it is. */
export function encodingFor(length: number, accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || length < worthBytes) return undefined;
  const offers = accepted.toLowerCase().split(',');
  if (offers.some((offer) => takes(offer, 'br'))) return 'br';
  return offers.some((offer) => takes(offer, 'gzip')) ? 'gzip' : undefined;
}

/** The body compressed, on a thread of its own. */
export function encode(
  body: Buffer,
  encoding: Encoding,
  use: keyof typeof effort,
): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: effort[use].gzip });
  return brotlied(body, { params: { [constants.BROTLI_PARAM_QUALITY]: effort[use].br } });
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Whether one item of `Accept-Encoding` names the encoding and does not rule it out with `q=0`. */
function takes(offer: string, encoding: Encoding): boolean {
  const [name, ...parameters] = offer.split(';').map((part) => part.trim());
  return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
