import type { SocialGlyph } from './SocialIcon.tsx';

export interface SocialLink {
  name: string;
  glyph: SocialGlyph;
  /** URL of the account; null while the shop has none. */
  address: string | null;
}

/** The shop's social accounts. The operator enters their addresses here; until then the footer shows no icon of theirs. */
export const socialLinks: readonly SocialLink[] = [
  { name: 'Instagram', glyph: 'camera', address: null },
  { name: 'YouTube', glyph: 'film', address: null },
  { name: 'Mastodon', glyph: 'speech', address: null },
];
