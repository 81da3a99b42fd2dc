import type { ReactNode } from 'react';
import { Brass } from './Brass.tsx';
import { Keyboard } from './Keyboard.tsx';
import { Pen } from './Pen.tsx';
import { Percussion } from './Percussion.tsx';
import { Violin } from './Violin.tsx';
import { Woodwind } from './Woodwind.tsx';

/** The wall of the shop for the banner: a lamp and instruments with price tags. */
export function ShopWall({ className = 'w-full' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 520 400">
      <path className="fill-brass-on-walnut opacity-10" d="M262 74L118 372h308L302 74z" />
      <circle className="fill-brass-on-walnut opacity-10" cx="282" cy="96" r="86" />
      <Pen width={3}>
        <path className="stroke-walnut-line" d="M20 372h480" strokeWidth="4" />
        <path className="stroke-walnut-line" d="M22 44h196M340 44h158" strokeWidth="6" />
        <path className="stroke-walnut-line" d="M282 0v50" strokeWidth="3" />
        <path className="fill-bottle" d="M240 78c2-18 18-28 42-28s40 10 42 28z" />
        <path className="fill-brass-bright" d="M268 78a14 12 0 0028 0z" strokeWidth="2" />
      </Pen>
      <Hung at="translate(46 36) scale(1.34)">
        <Violin />
      </Hung>
      <Hung at="translate(-42 40) scale(1.06)">
        <Violin />
      </Hung>
      <g transform="translate(326 46) scale(1.12)">
        <Brass />
      </g>
      <g transform="translate(356 150) rotate(-4) scale(.9)">
        <Woodwind />
      </g>
      <Pen width={3}>
        <path className="fill-wood-deep" d="M346 244h150v9H346z" />
        <path d="M366 253v12M476 253v12" />
      </Pen>
      <g transform="translate(24 166) scale(1.92)">
        <Keyboard />
      </g>
      <g transform="translate(322 254) scale(1.02)">
        <Percussion />
      </g>
      <Tag x={186} y={196} />
      <Tag x={478} y={70} />
      <Tag x={448} y={330} />
    </svg>
  );
}

function Hung({ at, children }: { at: string; children: ReactNode }) {
  return (
    <g transform={at}>
      <Pen>{children}</Pen>
    </g>
  );
}

/** A price tag with the shop's mark. */
function Tag({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(8)`}>
      <Pen width={2}>
        <path className="stroke-ivory" d="M0-14c-3 5-3 9 0 14" strokeWidth="1.5" />
        <path className="fill-ivory" d="M-11 4L0-3 11 4v26h-22z" />
        <g className="fill-brass-edge" stroke="none">
          <path d="M-6 11h4v13h-4zM0 11h1.5v13H0z" />
          <circle cx="5.5" cy="15" r="1.8" />
          <circle cx="5.5" cy="20" r="1.8" />
        </g>
      </Pen>
    </g>
  );
}
