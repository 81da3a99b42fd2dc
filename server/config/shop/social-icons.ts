/** Line drawings of our own, in a square of 24: what one sees or does on a network. */
const drawings = {
  pictures:
    'M7.5 3.5h9a4 4 0 014 4v9a4 4 0 01-4 4h-9a4 4 0 01-4-4v-9a4 4 0 014-4zM12 8a4 4 0 100 8 4 4 0 000-8zM16.9 7.1h.1',
  films:
    'M6 5.5h12a3.5 3.5 0 013.5 3.5v6a3.5 3.5 0 01-3.5 3.5H6A3.5 3.5 0 012.5 15V9A3.5 3.5 0 016 5.5zM10 9v6l5-3z',
  posts:
    'M7 4h10a3.5 3.5 0 013.5 3.5v5A3.5 3.5 0 0117 16h-5l-4.5 4v-4H7a3.5 3.5 0 01-3.5-3.5v-5A3.5 3.5 0 017 4zM8 10h.1M12 10h.1M16 10h.1',
  messages: 'M4 5.5h16v13H4zM4.5 6l7.5 6.5L19.5 6',
  sound:
    'M9.5 17.5V6l10-2v11.5M9.5 17.5a2.5 2.5 0 11-5 0 2.5 2.5 0 015 0zM19.5 15.5a2.5 2.5 0 11-5 0 2.5 2.5 0 015 0z',
  other:
    'M10 14a4 4 0 005.7 0l3-3A4 4 0 0013 5.3l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1',
} as const;

const networks: Readonly<Record<string, keyof typeof drawings>> = {
  flickr: 'pictures',
  instagram: 'pictures',
  pinterest: 'pictures',
  pixelfed: 'pictures',
  peertube: 'films',
  tiktok: 'films',
  vimeo: 'films',
  youtube: 'films',
  bluesky: 'posts',
  facebook: 'posts',
  linkedin: 'posts',
  mastodon: 'posts',
  reddit: 'posts',
  threads: 'posts',
  x: 'posts',
  newsletter: 'messages',
  signal: 'messages',
  telegram: 'messages',
  whatsapp: 'messages',
  bandcamp: 'sound',
  soundcloud: 'sound',
  spotify: 'sound',
};

/** The icon of a network by its name: a path in a square of 24. */
export function socialIcon(name: string): string {
  return drawings[networks[name.toLowerCase()] ?? 'other'];
}
