import { drawings, LineDrawing } from './Icon.tsx';

export const toolDrawings = {
  ...drawings,
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
  bell: 'M12 4a5.5 5.5 0 00-5.5 5.5V14L5 16.5h14L17.5 14V9.5A5.5 5.5 0 0012 4zM10 19a2 2 0 004 0',
} as const;

export type ToolIconName = keyof typeof toolDrawings;

/** Like `Icon`, also with the drawings of menus, forms and tools, which no visitor's first page needs. */
export function ToolIcon({ name, className }: { name: ToolIconName; className?: string }) {
  return <LineDrawing className={className} path={toolDrawings[name]} />;
}
