import { paths } from '#contract/page-paths.ts';
import type { SocialGlyph } from './SocialIcon.tsx';

interface SocialLink {
  name: string;
  glyph: SocialGlyph;
  /** URL of the account, or a page of our own. */
  address: string;
}

/**
 * The shop's social accounts. Until the operator has some, each link leads to the section of the About page that
 * says where to find news.
 */
export const socialLinks: readonly SocialLink[] = [
  { name: 'Instagram', glyph: 'camera', address: paths.about('elsewhere') },
  { name: 'YouTube', glyph: 'film', address: paths.about('elsewhere') },
  { name: 'Mastodon', glyph: 'speech', address: paths.about('elsewhere') },
];
