import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReducedMotion } from '../../../ui/use-reduced-motion.ts';

/**
 * Which slide of a row is shown, and going to another one. The row is the browser's own scrolling, so a finger moves it
 * without us; what it shows is read from where it stands.
 */
export function useSlides(count: number) {
  const row = useRef<HTMLDivElement>(null);
  /** Where it is scrolling to because of us: what passes on the way is not shown, so it is not loaded either. */
  const aim = useRef<number | null>(null);
  const isCalm = useReducedMotion();
  const [index, setIndex] = useState(0);
  const [wanted, setWanted] = useState<ReadonlySet<number>>(() => new Set([0]));

  const want = (place: number) =>
    setWanted((before) => new Set([...before, place - 1, place, place + 1]));
  const show = (place: number) => {
    if (place === index) return;
    setIndex(place);
    want(place);
  };
  const readPlace = () => {
    const place = placeOf(row.current);
    if (aim.current !== null && aim.current !== place) return;
    aim.current = null;
    show(place);
  };
  /** `isAtOnce`: nobody sees the row move, and whatever takes the focus meanwhile would stop it half-way. */
  const go = (to: number, isAtOnce = false) => {
    const place = Math.min(Math.max(to, 0), count - 1);
    const isNext = Math.abs(place - index) === 1;
    aim.current = place;
    show(place);
    row.current?.scrollTo({
      left: place * row.current.clientWidth,
      behavior: isNext && !isCalm && !isAtOnce ? 'smooth' : 'instant',
    });
  };

  // A finger may have been quicker than the script.
  const catchUp = useEffectEvent(readPlace);
  useEffect(() => catchUp(), []);
  return {
    row,
    index,
    /** Which pictures are to be there: those that were shown, and the neighbours once somebody looks further. */
    isWanted: (place: number) => wanted.has(place),
    go,
    /** Somebody turns to the pictures: the next one may be wanted soon. */
    prepare: () => {
      if (count > 1 && !wanted.has(index + 1)) want(index);
    },
    /** For the row. */
    handlers: {
      onScroll: readPlace,
      // Somebody takes over: where it was going no longer counts.
      onPointerDown: () => {
        aim.current = null;
      },
      onWheel: () => {
        aim.current = null;
      },
    },
  };
}

function placeOf(row: HTMLElement | null): number {
  return row && row.clientWidth > 0 ? Math.round(row.scrollLeft / row.clientWidth) : 0;
}
