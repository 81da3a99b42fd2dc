import { scaleBand, scaleLinear } from '@visx/scale';
import type { PointerEvent } from 'react';
import { isRightToLeft } from '../../ui/direction.ts';

/** One day or week. */
export interface ChartBar {
  key: string;
  tick: string;
  /** May be below zero. */
  value: number;
  /** Drawn downwards from zero. */
  below?: number | undefined;
  /** Whether its time is not over yet; then it is only outlined. */
  isSoFar: boolean;
}

const edge = { top: 12, right: 18, bottom: 26, left: 24, gap: 8 };
/** About the width of a character of a tick, which has 12 pixels so that it fits: the table has the size of all text. */
const characterPx = 7.2;
const tickStyle =
  'fill-current text-[12px] [direction:ltr] [transform-box:fill-box] origin-center rtl:-scale-x-100';
const pixelsPerTick = 76;
/** The lowest bar that is seen. */
const leastHeightPx = 1.5;
/** A few bars of a week are no wider than those of a month. */
const widestPx = 36;
/** The highest value of a chart at the least, so that a single sale does not look like many. */
const lowestTop = 4;

/**
 * Bars on the lines of a staff. It is one picture to screen readers, which have the table. Time runs as people read: from
 * right to left the drawing is mirrored, and each of its texts is mirrored back in its place.
 * @param width in pixels
 */
export function BarChart({
  label,
  bars,
  format,
  isWhole,
  width,
  height,
  onPoint,
}: {
  label: string;
  bars: readonly ChartBar[];
  format: (value: number) => string;
  /** Whether the counted things have no halves. */
  isWhole: boolean;
  width: number;
  height: number;
  /** The bar under the pointer; null when there is none. */
  onPoint: (index: number | null) => void;
}) {
  const { y, ticks } = valueScale(bars, { height, isWhole });
  const longest = Math.max(...ticks.map((tick) => format(tick).length));
  const left = Math.max(edge.left, edge.gap + longest * characterPx);
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [left, width - edge.right],
    paddingInner: bars.length > width / 4 ? 0 : 0.25,
    paddingOuter: 0.2,
  });
  const barWidth = Math.min(widestPx, x.bandwidth());
  const inset = (x.bandwidth() - barWidth) / 2;
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const edges = currentTarget.getBoundingClientRect();
    const fromStart = isRightToLeft(currentTarget) ? edges.right - clientX : clientX - edges.left;
    const at = fromStart - left;
    const index = Math.floor((at / (width - edge.right - left)) * bars.length);
    onPoint(bars[index] ? index : null);
  };
  return (
    <svg
      aria-label={label}
      className="block max-w-full touch-pan-y text-muted rtl:-scale-x-100"
      height={height}
      onPointerDown={point}
      onPointerLeave={() => onPoint(null)}
      onPointerMove={point}
      role="img"
      width={width}
    >
      {ticks.map((tick) => (
        <line
          key={tick}
          stroke="var(--color-line)"
          x1={left}
          x2={width - edge.right}
          y1={y(tick)}
          y2={y(tick)}
        />
      ))}
      {bars.map((bar) => (
        <Bar bar={bar} key={bar.key} width={barWidth} x={(x(bar.key) ?? 0) + inset} y={y} />
      ))}
      <line
        stroke="var(--color-line-strong)"
        x1={left}
        x2={width - edge.right}
        y1={y(0)}
        y2={y(0)}
      />
      {ticks.map((tick) => (
        <text
          className={`${tickStyle} tabular-nums`}
          dy="0.32em"
          key={tick}
          textAnchor="end"
          x={left - edge.gap}
          y={y(tick)}
        >
          {format(tick)}
        </text>
      ))}
      {shownTicks(bars, width - left).map(({ key, tick }) => (
        <DayTick
          key={key}
          text={tick}
          x={(x(key) ?? 0) + x.bandwidth() / 2}
          y={height - edge.bottom}
        />
      ))}
    </svg>
  );
}

type ValueScale = ReturnType<typeof valueScale>['y'];

/** Four or five lines from the lowest to the highest value, on round numbers. */
function valueScale(
  bars: readonly ChartBar[],
  { height, isWhole }: { height: number; isWhole: boolean },
) {
  const lowest = Math.min(0, ...bars.map(({ value, below = 0 }) => Math.min(value, -below)));
  const highest = Math.max(lowest === 0 ? lowestTop : 0, ...bars.map(({ value }) => value));
  const y = scaleLinear({
    domain: [lowest, highest],
    range: [height - edge.bottom, edge.top],
    nice: 4,
  });
  return { y, ticks: y.ticks(4).filter((tick) => !isWhole || Number.isInteger(tick)) };
}

/** The number of bars that have space for their ticks. */
function shownTicks(bars: readonly ChartBar[], width: number): ChartBar[] {
  const step = Math.ceil(bars.length / Math.max(1, Math.floor(width / pixelsPerTick)));
  return bars.filter((_, index) => index % step === 0);
}

function Bar({
  bar: { value, below = 0, isSoFar },
  y,
  ...place
}: {
  bar: ChartBar;
  x: number;
  width: number;
  y: ValueScale;
}) {
  return (
    <>
      <Block {...place} className={isSoFar ? soFar : 'fill-brass'} value={value} y={y} />
      <Block {...place} className={isSoFar ? refundedSoFar : 'fill-red'} value={-below} y={y} />
    </>
  );
}

const soFar = 'fill-brass-tint stroke-brass';
const refundedSoFar = 'fill-red-tint stroke-red';

function Block({
  value,
  y,
  ...place
}: {
  value: number;
  x: number;
  width: number;
  y: ValueScale;
  className: string;
}) {
  if (value === 0) return null;
  const [zero, end] = [y(0), y(value)];
  const height = Math.max(leastHeightPx, Math.abs(end - zero));
  return <rect {...place} height={height} y={value > 0 ? zero - height : zero} />;
}

function DayTick({ text, x, y }: { text: string; x: number; y: number }) {
  return (
    <>
      <line stroke="var(--color-line-strong)" x1={x} x2={x} y1={y} y2={y + 5} />
      <text className={tickStyle} textAnchor="middle" x={x} y={y + 20}>
        {text}
      </text>
    </>
  );
}
