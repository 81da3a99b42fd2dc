const drawings = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.5 5.5L8 12l6.5 6.5',
  forward: 'M9.5 5.5L16 12l-6.5 6.5',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  warning: 'M12 4L2.8 20h18.4zM12 10v4.5M12 17.4v.1',
  again: 'M19.5 12a7.5 7.5 0 11-2.3-5.4M17.6 2.8v4.2h-4.2',
  heart: 'M12 20s-7.5-4.6-7.5-10.1A4.2 4.2 0 0112 7.3a4.2 4.2 0 017.5 2.6C19.5 15.4 12 20 12 20z',
  price: 'M4 4.5h7.5l8.5 8.5-7 7-8.5-8.5zM8.2 8.5v.1',
  place:
    'M12 21s-6.5-6.1-6.5-11.2a6.5 6.5 0 0113 0C18.5 14.9 12 21 12 21zM12 7.7a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4z',
  search: 'M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.3 15.3L20 20',
  returns: 'M4 8h11a5 5 0 010 10H8M7.5 4.5L4 8l3.5 3.5',
  card: 'M3.5 6h17v12h-17zM3.5 10h17M7 14.5h4',
  shield:
    'M12 3l7.5 2.8v5.4c0 4.6-3.1 8-7.5 9.8-4.4-1.8-7.5-5.2-7.5-9.8V5.8zM8.5 11.8l2.6 2.6 4.5-4.9',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.2A8 8 0 019.8 4.5a8 8 0 109.7 9.7z',
  camera: 'M4 8h3.5l1.5-2.5h6L16.5 8H20v11H4zM12 9.8a3.4 3.4 0 100 6.8 3.4 3.4 0 000-6.8z',
  picture:
    'M3.5 5h17v14h-17zM8.5 8.3a1.7 1.7 0 100 3.4 1.7 1.7 0 000-3.4zM3.5 17l5-4 3.5 2.8 4-4.3 4.5 4.5',
  bin: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15',
  grip: 'M9 6h.1M15 6h.1M9 12h.1M15 12h.1M9 18h.1M15 18h.1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
  eyeClosed:
    'M4 4l16 16M9.5 6a9 9 0 012.5-.4c6 0 9.5 6.4 9.5 6.4a16 16 0 01-3 3.7M6 7.6A15 15 0 002.5 12S6 18.4 12 18.4a9 9 0 004.2-1.1M9.9 9.9a3 3 0 004.2 4.2',
  information: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v5.5M12 7.6v.1',
  case: 'M3.5 8h17v11.5h-17zM9 8V5h6v3M3.5 13h17M12 11.5v3',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  list: 'M8.5 7h11M8.5 12h11M8.5 17h11M4.5 7h.1M4.5 12h.1M4.5 17h.1',
  calendar: 'M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4',
  plus: 'M12 5v14M5 12h14',
  filter: 'M4 7h16M7 12h10M10 17h4',
  message: 'M4 5h16v11.5H11.5L7 20v-3.5H4zM8 9h8M8 12.5h5',
  bell: 'M12 4a5.5 5.5 0 00-5.5 5.5V14L5 16.5h14L17.5 14V9.5A5.5 5.5 0 0012 4zM10 19a2 2 0 004 0',
  people:
    'M9 5.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM2.8 19a6.2 4.8 0 0112.4 0M15.6 5.8a3.2 3.2 0 010 6.2M17.6 14.6a6 4.8 0 013.6 4.4',
  person: 'M12 4.5a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zM4.8 20a7.2 5.4 0 0114.4 0',
  home: 'M4 11.5L12 5l8 6.5M6.5 9.7V19h11V9.7M10 19v-5h4v5',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 7.5V12l3 2',
  globe:
    'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM3.5 12h17M12 3.5c2.6 2.3 3.8 5.1 3.8 8.5s-1.2 6.2-3.8 8.5c-2.6-2.3-3.8-5.1-3.8-8.5s1.2-6.2 3.8-8.5',
  chart: 'M4 19.5h16M6.5 16v-4M11 16V6.5M15.5 16v-6.5M19 16V9',
} as const;

export type IconName = keyof typeof drawings;

/** What points along the line, or lies along it, is mirrored where people read from right to left. */
const isMirrored: ReadonlySet<IconName> = new Set(['back', 'forward', 'returns', 'list']);

/** A line icon in the current text colour. It never carries meaning alone, so it is hidden from screen readers. */
export function Icon({
  name,
  className = 'size-5',
}: {
  name: IconName;
  className?: string | undefined;
}) {
  const direction = isMirrored.has(name) ? 'rtl:-scale-x-100' : '';
  return <LineDrawing className={`${className} ${direction}`} path={drawings[name]} />;
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
      className={`icon ${className}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
    >
      <path d={path} />
    </svg>
  );
}
