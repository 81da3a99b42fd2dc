const lines = [20, 34, 48, 62, 76];
const notes = [
  { x: 24, y: 76 },
  { x: 390, y: 62 },
  { x: 756, y: 41 },
];

/** Decoration above the three steps on wide screens: three rising notes and the repeat sign. */
export function RisingNotes() {
  return (
    <svg aria-hidden="true" className="mt-8 hidden w-full lg:block" viewBox="0 0 1072 110">
      <g className="stroke-walnut-line" strokeWidth="1.5">
        {lines.map((y) => (
          <path d={`M0 ${y}H1072`} key={y} />
        ))}
      </g>
      <g className="fill-brass-on-walnut">
        {notes.map(({ x, y }) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <ellipse rx="11" ry="7.6" transform="rotate(-22)" />
            <rect height="50" width="2.4" x="8.2" y="-52" />
          </g>
        ))}
        <rect height="57" width="9" x="1063" y="19.5" />
        <rect height="57" width="3" x="1054" y="19.5" />
        <circle cx="1044" cy="41" r="4.2" />
        <circle cx="1044" cy="55" r="4.2" />
      </g>
    </svg>
  );
}
