/** Decoration: four notes on a staff, one per question, and a repeat bar. */
export function MarginNotes({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 420 150">
      <g className="stroke-current" strokeWidth="1">
        {lines.map((y) => (
          <path d={`M0 ${y}H420`} key={y} />
        ))}
      </g>
      {notes.map(({ x, y }) => (
        <g className="fill-ink stroke-ink" key={x} transform={`translate(${x} ${y})`}>
          <ellipse rx="9.5" ry="6.8" stroke="none" transform="rotate(-22)" />
          <path d={y > 75 ? 'M8.8-2V-52' : 'M-8.8 2V52'} strokeWidth="2" />
        </g>
      ))}
      <g className="fill-brass-metal">
        <circle cx="392" cy="67" r="4" />
        <circle cx="392" cy="83" r="4" />
        <path d="M402 43h2v64h-2zM409 43h9v64h-9z" />
      </g>
    </svg>
  );
}

const lines = [43, 59, 75, 91, 107];
const notes = [
  { x: 60, y: 99 },
  { x: 145, y: 83 },
  { x: 230, y: 91 },
  { x: 315, y: 59 },
];
