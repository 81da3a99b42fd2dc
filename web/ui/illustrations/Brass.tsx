import { Pen, Tube } from './Pen.tsx';

export function Brass() {
  return (
    <Pen>
      <g transform="rotate(-14 80 60)">
        <Tube d="M13 52H112" />
        <Tube d="M102 76H50a12 12 0 010-24H102a12 12 0 010 24" />
        <path className="fill-(--drawing-accent)" d="M2 46l9 3v6l-9 3z" />
        <path
          className="fill-(--drawing-accent)"
          d="M106 47.5C127 47 141 41 148 20v64c-7-21-21-27-42-27.5z"
        />
        <ellipse className="fill-(--drawing)" cx="148.5" cy="52" rx="5.5" ry="32" />
        <path d="M118 50.5c9-.8 15-4 19-9.5" strokeWidth="1.75" />
        {[62, 76, 90].map((x) => (
          <g key={x}>
            <path d={`M${x} 34v8`} strokeWidth="3" />
            <rect className="fill-(--drawing)" height="5" rx="2.5" width="11" x={x - 5.5} y="29" />
            <rect className="fill-(--drawing)" height="44" rx="3" width="11" x={x - 5.5} y="41" />
            <path d={`M${x - 5.5} 47h11M${x - 5.5} 79h11`} strokeWidth="2" />
          </g>
        ))}
        <path d="M44 76v7a5 5 0 0010 0" />
      </g>
    </Pen>
  );
}
