import type { ReactNode } from 'react';

/**
 * The stroke that all illustrations share: one width, round ends, the colour of the text. What is drawn in front of
 * something is filled with the ground (`--drawing`), and a little with the accent, as components.css sets them.
 */
export function Pen({
  children,
  width = 2.5,
  className = 'stroke-current',
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

/** A tube along a path: an outline with the accent in it. */
export function Tube({
  d,
  bore = 5,
  className = 'stroke-(--drawing-accent)',
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
