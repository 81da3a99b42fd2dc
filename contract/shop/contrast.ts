/** Colours are written as `#` and six digits. */

/** The contrast ratio as WCAG 2.2 defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour between two. @param share of the second, from 0 to 1 */
export function mix(first: string, second: string, share: number): string {
  const channels = channelsOf(first).map((value, index) => {
    const mixed = value + ((channelsOf(second)[index] ?? 0) - value) * share;
    return Math.round(mixed).toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): number[] {
  if (!/^#[0-9a-f]{6}$/.test(colour)) throw new Error(`Not a colour of six digits: ${colour}`);
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
