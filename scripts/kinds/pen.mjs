/**
 * The strokes and shapes of the pictures of kinds, on a grid of 48 by 48. Ink has the colour of the text; what is cut out
 * of it has the colour of the ground (`--drawing`).
 */
const ground = 'var(--drawing)';

/** A solid shape. @param {string} d */
export const solid = (d) => `<path d="${d}" fill="currentColor" stroke="none"/>`;

/** A shape that is cut out. @param {string} d */
export const hole = (d) => `<path d="${d}" fill="${ground}" stroke="none"/>`;

/** A line or a tube. @param {string} d @param {number} [width] */
export const line = (d, width = 1.5) => `<path d="${d}" stroke-width="${width}"/>`;

/** A line that ends square. @param {string} d @param {number} [width] */
export const bar = (d, width = 1.5) =>
  `<path d="${d}" stroke-linecap="butt" stroke-width="${width}"/>`;

/** A line that is cut out. @param {string} d @param {number} [width] */
export const cut = (d, width = 1.2) =>
  `<path d="${d}" stroke="${ground}" stroke-linecap="butt" stroke-width="${width}"/>`;

/** A tube in front of what was drawn before it: a gap of the ground on both sides. @param {string} d @param {number} width */
export const over = (d, width, gap = 1.1) => cut(d, width + 2 * gap) + line(d, width);

/** @param {number} x @param {number} y @param {number} r */
export const disc = (x, y, r) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="currentColor" stroke="none"/>`;

/** @param {number} x @param {number} y @param {number} r */
export const bore = (x, y, r) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${ground}" stroke="none"/>`;

/** @param {number} x @param {number} y @param {number} r @param {number} [width] */
export const ring = (x, y, r, width = 1.5) =>
  `<circle cx="${x}" cy="${y}" r="${r}" stroke-width="${width}"/>`;

/** @param {number} x @param {number} y @param {number} r @param {number} [width] */
export const cutRing = (x, y, r, width = 1.2) =>
  `<circle cx="${x}" cy="${y}" r="${r}" stroke="${ground}" stroke-width="${width}"/>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} [radius] */
export const box = (x, y, width, height, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="currentColor" stroke="none"/>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} [radius] */
export const slot = (x, y, width, height, radius = 0) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${ground}" stroke="none"/>`;

/** @param {string} transform @param {string[]} parts */
export const moved = (transform, ...parts) => `<g transform="${transform}">${parts.join('')}</g>`;

/** Drawn upright around its middle (0, 0), up to 28 each way, and leaned to the right. @param {number} angle @param {string[]} parts */
export const leaned = (angle, ...parts) => moved(`translate(24 24) rotate(${angle})`, ...parts);

/** The same thing along a row. @param {number[]} places @param {(place: number) => string} draw */
export const row = (places, draw) => places.map(draw).join('');

/** From, to, how many. @param {number} from @param {number} to @param {number} count */
export const spread = (from, to, count) =>
  Array.from({ length: count }, (_, index) => rounded(from + ((to - from) * index) / (count - 1)));

/**
 * The outline of what is alike on both sides of x = 0: its right side from top to bottom, each segment a line (x, y) or a
 * curve (x1, y1, x2, y2, x, y), in units of `scale`, with the top at `top`.
 * @param {number[]} start @param {number[][]} segments @param {{ scale?: number, top?: number, width?: number }} [size]
 */
export function symmetric(start, segments, { scale = 1, top = 0, width = 1 } = {}) {
  /** @param {number} x @param {number} y */
  const point = (x, y) => `${rounded(x * scale * width)} ${rounded(top + y * scale)}`;
  const ends = [start, ...segments.map((segment) => segment.slice(-2))];
  /** @param {number[]} numbers @param {1 | -1} side */
  const points = (numbers, side) =>
    Array.from({ length: numbers.length / 2 }, (_, index) =>
      point(side * (numbers[2 * index] ?? 0), numbers[2 * index + 1] ?? 0),
    ).join(' ');
  const command = (/** @type {number[]} */ numbers) => (numbers.length === 2 ? 'L' : 'C');
  const right = segments.map((segment) => command(segment) + points(segment, 1));
  const left = segments
    .map((segment, index) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = segment;
      const [x = 0, y = 0] = ends[index] ?? [];
      return segment.length === 2
        ? `L${points([x, y], -1)}`
        : `C${points([x2, y2, x1, y1, x, y], -1)}`;
    })
    .reverse();
  return `M${points(start, 1)}${right.join('')}L${points(ends.at(-1) ?? [], -1)}${left.join('')}Z`;
}

/** The outline of something turned, around x = 0: pairs of y and half the width, from top to bottom. @param {number[][]} profile */
export const turned = (profile) =>
  symmetric(
    [profile[0]?.[1] ?? 0, profile[0]?.[0] ?? 0],
    profile.slice(1).map(([y = 0, half = 0]) => [half, y]),
  );

/** @param {number} number */
const rounded = (number) => Math.round(number * 100) / 100;
