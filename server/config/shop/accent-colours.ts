import { contrast, mix } from '#contract/shop/contrast.ts';
import type { Palette } from '#contract/shop/shop.ts';
import { type ThemeName, themeColours } from '#contract/shop/theme-colours.ts';
import type { ShopFault } from './shop-faults.ts';

/** The custom properties of `web/theme.css` that an owner's colours take the place of, without `--color-`. */
export type AccentColours = Readonly<Record<string, string>>;

/** WCAG 2.2, 1.4.3: what is written must have this contrast on its ground. */
const written = 4.5;

/** Refuses colours on which or in which something could not be read, with what was measured. */
export function findContrastFaults(theme: ThemeName, palette: Palette): ShopFault[] {
  const base = themeColours[theme];
  const { accent, button = accent, banner = base.walnut } = palette;
  const text = palette.buttonText ?? textOn(button);
  const faults = [
    measure(`${theme}.accent`, accent, [base.paper, base.surface, base.sunken], 'on the page'),
    palette.buttonText === undefined
      ? measure(`${theme}.button`, button, [text], 'under the text of buttons')
      : measure(`${theme}.buttonText`, text, [button], 'on buttons'),
    measure(
      `${theme}.banner`,
      banner,
      [base['on-walnut'], base['on-walnut-muted']],
      'under the light text of banner and footer',
    ),
    palette.bannerAccent === undefined
      ? undefined
      : measure(`${theme}.bannerAccent`, palette.bannerAccent, [banner], 'on the banner'),
  ];
  return faults.filter((fault) => fault !== undefined);
}

function measure(
  field: string,
  colour: string,
  others: readonly string[],
  where: string,
): ShopFault | undefined {
  const [[ratio = written, other = ''] = []] = others
    .map((one): [number, string] => [contrast(colour, one), one])
    .sort(([one], [another]) => one - another);
  if (ratio >= written) return undefined;
  // Rounded down, so that what is refused never reads as enough.
  const measured = (Math.floor(ratio * 100) / 100).toFixed(2);
  return `colours.${field} ${colour} has a contrast of ${measured}:1 ${where} (${other}), and needs ${written}:1`;
}

/** All colours of a theme that depend on the owner's: the given ones, and those made from them. */
export function accentColours(theme: ThemeName, palette: Palette): AccentColours {
  const base = themeColours[theme];
  const { accent, button = accent, banner } = palette;
  const buttonText = palette.buttonText ?? textOn(button);
  const deep = banner === undefined ? base['walnut-deep'] : mix(banner, '#000000', 0.28);
  const bannerAccent = palette.bannerAccent ?? lightened(accent, [banner ?? base.walnut, deep]);
  return {
    brass: accent,
    'brass-tint': tintOf(accent, base),
    'brass-metal': button,
    // Away from the text, so that the contrast only grows.
    'brass-bright': mix(button, isLight(buttonText) ? '#000000' : '#ffffff', 0.14),
    'brass-edge': mix(button, '#000000', 0.3),
    'on-brass': buttonText,
    'brass-on-walnut': bannerAccent,
    'focus-on-walnut': bannerAccent,
    ...(theme === 'dark' ? { focus: accent } : {}),
    ...(banner === undefined
      ? {}
      : { walnut: banner, 'walnut-deep': deep, 'walnut-line': lineOn(banner, base) }),
  };
}

const steps = [0.16, 0.14, 0.12, 0.1, 0.08, 0.06, 0.04, 0.02];

/** The strongest tint of the accent on which text of all three colours can be read. */
function tintOf(accent: string, { surface, ink, muted }: (typeof themeColours)[ThemeName]): string {
  const tints = steps.map((share) => mix(surface, accent, share));
  const isReadable = (tint: string) =>
    [accent, ink, muted].every((text) => contrast(text, tint) >= written);
  return tints.find(isReadable) ?? surface;
}

/** The lightest line on the banner on which its text can still be read: some of it is a ground under the pointer. */
function lineOn(banner: string, base: (typeof themeColours)[ThemeName]): string {
  const lines = [0.28, ...steps].map((share) => mix(banner, '#ffffff', share));
  return lines.find((line) => contrast(base['on-walnut'], line) >= written) ?? banner;
}

function lightened(colour: string, grounds: readonly string[]): string {
  const shares = Array.from({ length: 21 }, (_, index) => index / 20);
  const lighter = shares.map((share) => mix(colour, '#ffffff', share));
  const isReadable = (one: string) => grounds.every((ground) => contrast(one, ground) >= written);
  return lighter.find(isReadable) ?? '#ffffff';
}

function textOn(ground: string): string {
  return contrast('#ffffff', ground) >= contrast(darkText, ground) ? '#ffffff' : darkText;
}

const darkText = '#160e08';
const isLight = (colour: string) => contrast(colour, '#000000') > contrast(colour, '#ffffff');

/** The style sheet that puts these colours in the place of those of `web/theme.css`, in both themes. */
export function accentStyleSheet(colours: Record<ThemeName, AccentColours>): string {
  const rule = (selector: string, theme: ThemeName) => {
    const properties = Object.entries(colours[theme]).map(
      ([name, colour]) => `--color-${name}:${colour}`,
    );
    return `${selector}{${properties.join(';')}}`;
  };
  return [
    rule(':root', 'light'),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme])', 'dark')}}`,
    rule(':root[data-theme=dark]', 'dark'),
  ].join('\n');
}
