export const drawings = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  forward: 'M9.5 5.5L16 12l-6.5 6.5',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.4v.1',
  again: 'M19.5 12a7.5 7.5 0 11-2.3-5.4M17.6 2.8v4.2h-4.2',
  heart: 'M12 20s-7.5-4.6-7.5-10.1A4.2 4.2 0 0112 7.3a4.2 4.2 0 017.5 2.6C19.5 15.4 12 20 12 20z',
  place:
    'M12 21s-6.5-6.1-6.5-11.2a6.5 6.5 0 0113 0C18.5 14.9 12 21 12 21zM12 7.7a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4z',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3L20 20',
  returns: 'M4 8h11a5 5 0 010 10H8M7.5 4.5L4 8l3.5 3.5',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h4',
  shield:
    'M12 3l7.5 2.8v5.4c0 4.6-3.1 8-7.5 9.8-4.4-1.8-7.5-5.2-7.5-9.8V5.8zM8.5 11.8l2.6 2.6 4.5-4.9',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.2A8 8 0 019.8 4.5a8 8 0 109.7 9.7z',
} as const;

export type IconName = keyof typeof drawings;

/** A line icon in the current text colour. It never carries meaning alone, so it is hidden from screen readers. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <LineDrawing className={className} path={drawings[name]} />;
}

/** An icon's path in a square of 24. */
export function LineDrawing({
  path,
  className = 'size-5',
}: {
  path: string;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      className={`shrink-0 fill-none stroke-current ${className}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
    >
      <path d={path} />
    </svg>
  );
}
