import { paths } from '../routing/paths.ts';
import type { SocialGlyph } from './SocialIcon.tsx';

interface SocialLink {
  name: string;
  glyph: SocialGlyph;
  /** Full address of the account, or a page of our own. */
  address: string;
}

/**
 * Where the shop can be followed, and the only place that says so. Until its operator has accounts to name, each leads to
 * the section that says where news is found.
 */
export const socialLinks: readonly SocialLink[] = [
  { name: 'Instagram', glyph: 'camera', address: paths.about('elsewhere') },
  { name: 'YouTube', glyph: 'film', address: paths.about('elsewhere') },
  { name: 'Mastodon', glyph: 'speech', address: paths.about('elsewhere') },
];
