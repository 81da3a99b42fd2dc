/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The whole picture in its room, never larger than it was stored. */
export function fitted(natural: Size, room: Size): Size {
  return scaled(natural, fittingScale(natural, room));
}

/** As large as it was stored, or twice as large as fitted where that is more. */
export function enlarged(natural: Size, room: Size): Size {
  return scaled(natural, Math.max(1, 2 * fittingScale(natural, room)));
}

function fittingScale(natural: Size, room: Size): number {
  return Math.min(room.width / natural.width, room.height / natural.height, 1);
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) };
}
