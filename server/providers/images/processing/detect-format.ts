/** SVG is never accepted, because it can contain scripts. */
const acceptedFormats = ['jpeg', 'png', 'webp', 'avif'] as const;
export type AcceptedFormat = (typeof acceptedFormats)[number];

/** Detects the format from the first bytes, not from a name or content type. Null when it is not accepted. */
export function detectFormat(content: Buffer): AcceptedFormat | null {
  if (content.length < 12) return null;
  if (content.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (content.subarray(0, 8).equals(pngSignature)) return 'png';
  if (text(content, 0, 4) === 'RIFF' && text(content, 8, 12) === 'WEBP') return 'webp';
  if (text(content, 4, 8) === 'ftyp' && brands(content).includes('avif')) return 'avif';
  return null;
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The major and the compatible brands of an ISO media file (ISO/IEC 14496-12, 4.3). */
function brands(content: Buffer): string[] {
  const end = Math.min(content.readUInt32BE(0), content.length, 256);
  const found = [text(content, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) found.push(text(content, at, at + 4));
  return found;
}

function text(content: Buffer, start: number, end: number): string {
  return content.toString('latin1', start, end);
}
