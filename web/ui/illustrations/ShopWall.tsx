import { Brass } from './Brass.tsx';
import { Keyboard } from './Keyboard.tsx';
import { Pen } from './Pen.tsx';
import { Percussion } from './Percussion.tsx';
import { Violin } from './Violin.tsx';
import { Woodwind } from './Woodwind.tsx';

/** Instruments beside each other, for the banner. */
export function ShopWall({ className = 'w-full' }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 620 226">
      <Pen width={3}>
        <path d="M2 222h616M18 20h86M352 30h132" />
        <g transform="translate(-60 14) scale(1.5)">
          <Violin />
        </g>
      </Pen>
      <g transform="translate(94 36) scale(1.7)">
        <Keyboard />
      </g>
      <g transform="translate(334 16) scale(1.15)">
        <Brass />
      </g>
      <g transform="translate(332 108) scale(.98)">
        <Percussion />
      </g>
      <g transform="translate(462 66) rotate(-22 80 60) scale(1.08)">
        <Woodwind />
      </g>
    </svg>
  );
}
