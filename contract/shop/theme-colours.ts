/**
 * The colours of `web/theme.css` that stay whatever accent an owner chooses, and on which or with which the accent is seen. A
 * test compares the two.
 */
export const themeColours = {
  light: {
    paper: '#faf4e9',
    surface: '#fffcf6',
    sunken: '#f1e7d6',
    ink: '#261b14',
    muted: '#665444',
    walnut: '#3a2519',
    'walnut-deep': '#2b1a11',
    'on-walnut': '#f8eedd',
    'on-walnut-muted': '#d8c3a8',
  },
  dark: {
    paper: '#18120e',
    surface: '#221a14',
    sunken: '#120d0a',
    ink: '#f4eadb',
    muted: '#c0ac94',
    walnut: '#2c1c13',
    'walnut-deep': '#20140d',
    'on-walnut': '#f4eadb',
    'on-walnut-muted': '#cbb599',
  },
} as const;

export type ThemeName = keyof typeof themeColours;
