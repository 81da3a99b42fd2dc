import { Pen } from './Pen.tsx';

/** An upright piano with sheet music and two sconces. */
export function Keyboard() {
  const keys = Array.from({ length: 11 }, (_, index) => 34 + index * 9.2);
  return (
    <Pen>
      <path className="fill-(--drawing)" d="M30 80h9v29h-9zM121 80h9v29h-9z" />
      <rect className="fill-(--drawing)" height="86" rx="3" width="92" x="34" y="21" />
      <rect className="fill-(--drawing)" height="8" rx="3" width="104" x="28" y="14" />
      <path d="M41 28h78v28H41z" strokeWidth="1.75" />
      <path className="fill-(--drawing)" d="M64 28h32v25H64z" strokeWidth="2" />
      <path d="M68 34h24M68 38h24M68 42h24M68 46h24" strokeWidth="1" />
      <path className="fill-current" d="M71 34h3v12h-3z" stroke="none" />
      <circle className="fill-current" cx="80" cy="42" r="2.4" stroke="none" />
      <circle className="fill-current" cx="87" cy="38" r="2.4" stroke="none" />
      <path d="M82.2 42v-9M89.2 38v-8" strokeWidth="1.5" />
      {[48, 112].map((x) => (
        <g key={x}>
          <path d={`M${x} 50v-6`} strokeWidth="3" />
          <path className="fill-(--drawing)" d={`M${x - 2.5} 34h5v9h-5z`} strokeWidth="1.75" />
          <path
            className="fill-(--drawing-accent)"
            d={`M${x} 25.5c3 4 3 6.5 0 7.5-3-1-3-3.5 0-7.5z`}
            strokeWidth="1.5"
          />
        </g>
      ))}
      <path className="fill-(--drawing)" d="M26 74h108v8H26z" />
      <path className="fill-(--drawing)" d="M31 62h98l4 12H27z" />
      {keys.map((x) => (
        <path d={`M${x + 4} 62l${(x - 76) / 26} 12`} key={x} strokeWidth="1.5" />
      ))}
      {keys
        .filter((_, index) => ![2, 6, 9].includes(index))
        .map((x) => (
          <path className="fill-current" d={`M${x + 2} 62h4v6h-4z`} key={x} stroke="none" />
        ))}
      <path d="M45 89h70v11H45z" strokeWidth="1.75" />
      <path
        className="fill-(--drawing-accent)"
        d="M71 103h7v5h-7zM82 103h7v5h-7z"
        strokeWidth="2"
      />
    </Pen>
  );
}
