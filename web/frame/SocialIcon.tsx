const drawings = {
  camera:
    'M7.5 3.5h9a4 4 0 014 4v9a4 4 0 01-4 4h-9a4 4 0 01-4-4v-9a4 4 0 014-4zM12 8a4 4 0 100 8 4 4 0 000-8zM16.9 7.1h.1',
  film: 'M6 5.5h12a3.5 3.5 0 013.5 3.5v6a3.5 3.5 0 01-3.5 3.5H6A3.5 3.5 0 012.5 15V9A3.5 3.5 0 016 5.5zM10 9v6l5-3z',
  speech:
    'M7 4h10a3.5 3.5 0 013.5 3.5v5A3.5 3.5 0 0117 16h-5l-4.5 4v-4H7a3.5 3.5 0 01-3.5-3.5v-5A3.5 3.5 0 017 4zM8 10h.1M12 10h.1M16 10h.1',
} as const;

export type SocialGlyph = keyof typeof drawings;

/** An icon of our own for the kind of network: photos, videos or posts. The surrounding link carries the name. */
export function SocialIcon({ glyph }: { glyph: SocialGlyph }) {
  return (
    <svg
      aria-hidden="true"
      className="size-6 fill-none stroke-current"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
    >
      <path d={drawings[glyph]} />
    </svg>
  );
}
