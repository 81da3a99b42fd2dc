import { LineDrawing } from './Icon.tsx';
import { toolDrawings } from './ToolIcon.tsx';

const menuDrawings = {
  ...toolDrawings,
  people:
    'M9 5.5a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6zM2.8 19a6.2 4.8 0 0112.4 0M15.6 5.8a3.2 3.2 0 010 6.2M17.6 14.6a6 4.8 0 013.6 4.4',
  person: 'M12 4.5a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zM4.8 20a7.2 5.4 0 0114.4 0',
  home: 'M4 11.5L12 5l8 6.5M6.5 9.7V19h11V9.7M10 19v-5h4v5',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 7.5V12l3 2',
  chart: 'M4 19.5h16M6.5 16v-4M11 16V6.5M15.5 16v-6.5M19 16V9',
} as const;

export type MenuIconName = keyof typeof menuDrawings;

/** Like `ToolIcon`, also with the drawings that only the dashboard has. */
export function MenuIcon({ name, className }: { name: MenuIconName; className?: string }) {
  return <LineDrawing className={className} path={menuDrawings[name]} />;
}
