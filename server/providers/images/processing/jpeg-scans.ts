/**
 * Whether a JPEG has more scans than that. Each scan of a progressive picture passes over all of it again, so a small
 * file can keep a decoder busy for minutes. What follows the picture's end (phones put short films there) is not looked at.
 */
export function hasMoreScansThan(jpeg: Buffer, most: number): boolean {
  let scans = 0;
  let at = jpeg.indexOf(0xff, 2);
  while (at !== -1 && at + 4 <= jpeg.length) {
    const kind = jpeg.readUInt8(at + 1);
    if (kind === marker.end) return false;
    if (kind === marker.scan) scans += 1;
    if (scans > most) return true;
    at = jpeg.indexOf(0xff, at + lengthAt(jpeg, at, kind));
  }
  return false;
}

const marker = { end: 0xd9, scan: 0xda, fill: 0xff } as const;

/** Markers have a segment with its length (ITU T.81, B.1.1), but for restarts, and for the 0xff bytes within pixels. */
function lengthAt(jpeg: Buffer, at: number, kind: number): number {
  if (kind === marker.fill) return 1;
  const isAlone = kind <= 0x01 || (kind >= 0xd0 && kind <= 0xd8);
  return isAlone ? 2 : 2 + jpeg.readUInt16BE(at + 2);
}
