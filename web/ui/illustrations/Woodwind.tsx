import { Pen } from './Pen.tsx';

const holes = [56, 68, 80, 102, 113, 124];

/** A clarinet, lying diagonally. */
export function Woodwind() {
  return (
    <Pen>
      <g transform="translate(4 3) scale(.95) rotate(-34 80 60) translate(-2 0)">
        <path className="fill-(--drawing-accent)" d="M-4 62l24-9v14H1c-3 0-6-2-5-5z" />
        <path d="M6 56.5v10M11 55v12" strokeWidth="1.75" />
        <path className="fill-(--drawing)" d="M22 52c6-2.5 12-2.5 18 0v16c-6 2.5-12 2.5-18 0z" />
        <path className="fill-(--drawing)" d="M42 53h96c12-1 18-5 24-11v36c-6-6-12-10-24-11H42z" />
        {[18, 38, 88, 134].map((x) => (
          <rect
            className="fill-(--drawing-accent)"
            height="20"
            key={x}
            rx="1.5"
            width="5.5"
            x={x}
            y="50"
          />
        ))}
        <rect className="fill-(--drawing-accent)" height="41" rx="2.5" width="5" x="160" y="39.5" />
        <path d="M50 45h36M98 45h32" strokeWidth="5.5" />
        <path className="stroke-(--drawing)" d="M50 45h36M98 45h32" strokeWidth="2.5" />
        {holes.map((x) => (
          <g key={x}>
            <path d={`M${x} 46v8`} strokeWidth="1.75" />
            <ellipse className="fill-(--drawing)" cx={x} cy="58" rx="4.2" ry="5.2" />
          </g>
        ))}
        <path className="fill-(--drawing-accent)" d="M60 72h20c3 0 3 5 0 5H66z" strokeWidth="2" />
        <path className="fill-(--drawing-accent)" d="M106 72h18c4 0 5 6 0 6h-12z" strokeWidth="2" />
      </g>
    </Pen>
  );
}
