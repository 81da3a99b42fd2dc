import type { ReactNode } from 'react';

/** How every drawing of the house is drawn: one pen, round ends. The colours are the theme's, so drawings follow it. */
export function Pen({
  children,
  width = 2.5,
  className = 'stroke-pen',
}: {
  children: ReactNode;
  width?: number;
  className?: string;
}) {
  return (
    <g
      className={`fill-none ${className}`}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={width}
    >
      {children}
    </g>
  );
}

/** A pipe along a path: the pen's outline and a colour inside it. */
export function Tube({
  d,
  bore = 5,
  className = 'stroke-brass-metal',
}: {
  d: string;
  bore?: number;
  className?: string;
}) {
  return (
    <>
      <path d={d} strokeWidth={bore + 5} />
      <path className={className} d={d} strokeWidth={bore} />
    </>
  );
}
