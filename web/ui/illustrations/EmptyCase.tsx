import { Pen } from './Pen.tsx';
import { violinBody } from './Violin.tsx';

const shell =
  'M34 34C60 14 112 14 150 24C190 16 256 18 282 30C296 44 296 66 282 80C256 92 190 94 150 86C112 96 60 96 34 76C22 64 22 46 34 34Z';

/** An open, empty violin case. */
export function EmptyCase({ className = 'w-72' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 320 200">
      <ellipse className="fill-sunken" cx="160" cy="188" rx="138" ry="10" />
      <Pen>
        <g transform="translate(0 6)">
          <path className="fill-(--drawing)" d={shell} strokeWidth="3" />
          <path
            className="fill-(--drawing-accent)"
            d={shell}
            strokeWidth="2"
            transform="translate(16 6) scale(.9)"
          />
          <path className="stroke-brass" d="M70 42l36 24M106 42L70 66" strokeWidth="2" />
          <path className="fill-(--drawing)" d="M196 36h44v30h-44z" transform="rotate(4 218 51)" />
          <path d="M203 45h30M203 51h30M203 57h18" strokeWidth="1.5" transform="rotate(4 218 51)" />
        </g>
        <path className="fill-brass-metal" d="M92 92h16v14H92zM212 92h16v14h-16z" />
        <g transform="translate(0 98)">
          <path className="fill-(--drawing)" d={shell} strokeWidth="3" />
          <path
            className="fill-(--drawing-accent)"
            d={shell}
            strokeWidth="2"
            transform="translate(16 6) scale(.9)"
          />
          <g className="fill-(--drawing)" strokeWidth="2" transform="translate(188 55) rotate(-90)">
            <path d={violinBody} transform="translate(-80 -160) translate(0 10)" />
            <path d="M-4.5-12h9v110h-9z" transform="translate(0 -20)" />
            <circle cx="0" cy="84" r="9" />
          </g>
        </g>
        <path className="stroke-current" d="M148 184a12 9 0 0024 0" strokeWidth="4" />
      </Pen>
    </svg>
  );
}
