import { Pen, Tube } from './Pen.tsx';

/** A corded drum with its sticks. */
export function Percussion() {
  return (
    <Pen>
      <path className="fill-(--drawing)" d="M28 54v38a52 17 0 00104 0V54z" />
      <path d="M31 62l12 40 14-30 12 36 12-34 12 34 12-36 14 30 10-40" strokeWidth="1.75" />
      <path className="fill-(--drawing-accent)" d="M28 88a52 17 0 00104 0v8a52 17 0 01-104 0z" />
      <path className="fill-(--drawing-accent)" d="M28 50a52 17 0 00104 0v9a52 17 0 01-104 0z" />
      <ellipse className="fill-(--drawing-accent)" cx="80" cy="50" rx="52" ry="17" />
      <ellipse className="fill-(--drawing)" cx="80" cy="50" rx="45" ry="13.5" strokeWidth="2" />
      <Tube bore={3.5} className="stroke-(--drawing)" d="M132 10L66 49" />
      <Tube bore={3.5} className="stroke-(--drawing)" d="M26 12l66 38" />
      <ellipse
        className="fill-(--drawing)"
        cx="63"
        cy="51"
        rx="5.5"
        ry="3.5"
        strokeWidth="2"
        transform="rotate(-30 63 51)"
      />
      <ellipse
        className="fill-(--drawing)"
        cx="95"
        cy="52"
        rx="5.5"
        ry="3.5"
        strokeWidth="2"
        transform="rotate(30 95 52)"
      />
    </Pen>
  );
}
