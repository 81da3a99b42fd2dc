import { t } from '#contract/text.ts';
/**
 * Browser and system of a session: `Firefox on Windows`. The order matters, because Edge also claims to be Chrome,
 * and Chrome to be Safari.
 * @param userAgent the User-Agent header; null when there was none
 */
export function describeDevice(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent);
  const system = nameIn(systems, userAgent);
  if (browser === undefined) return system ? t`A browser on ${system}` : t`An unknown browser`;
  return system ? t`${browser} on ${system}` : browser;
}

type Names = readonly (readonly [RegExp, string])[];

const browsers: Names = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

function nameIn(names: Names, userAgent: string | null): string | undefined {
  return userAgent === null ? undefined : names.find(([sign]) => sign.test(userAgent))?.[1];
}
