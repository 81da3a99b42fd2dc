import { Pen, Tube } from './Pen.tsx';
import { Violin } from './Violin.tsx';

/** A violin and its bow. */
export function Strings() {
  return (
    <Pen>
      <g transform="translate(6 1) scale(.92)">
        <g transform="rotate(24 80 60)">
          <Violin />
        </g>
        <g transform="rotate(-52 80 60)">
          <path className="stroke-ivory" d="M14 88h128" strokeWidth="2.5" />
          <Tube bore={2.5} className="stroke-wood-deep" d="M10 82c40 5 92 5 134-1l3 6" />
          <path className="fill-ebony" d="M17 83h13v7H20z" strokeWidth="2" />
        </g>
      </g>
    </Pen>
  );
}
