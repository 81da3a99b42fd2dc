import type { ReactNode } from 'react';

/** The stroke that all illustrations share: one width, round ends, theme colours. */
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

/** A tube along a path: an outline with a fill. */
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
