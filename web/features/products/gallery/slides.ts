import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRightToLeft } from '../../../ui/direction.ts';
import { useReducedMotion } from '../../../ui/use-reduced-motion.ts';

/**
 * The current slide of a row, and scrolling to another. The row scrolls natively, so touch moves it without
 * JavaScript; the current slide is derived from the scroll position.
 */
export function useSlides(count: number) {
  const row = useRef<HTMLDivElement>(null);
  /** The target of a programmatic scroll: slides passed on the way are not loaded. */
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
  /** `isAtOnce`: without animation, because it would not be seen and a focus change would interrupt it. */
  const go = (to: number, isAtOnce = false) => {
    const place = Math.min(Math.max(to, 0), count - 1);
    const isNext = Math.abs(place - index) === 1;
    aim.current = place;
    show(place);
    const pictures = row.current;
    pictures?.scrollTo({
      left: place * pictures.clientWidth * (isRightToLeft(pictures) ? -1 : 1),
      behavior: isNext && !isCalm && !isAtOnce ? 'smooth' : 'instant',
    });
  };

  // The user may have scrolled before hydration.
  const catchUp = useEffectEvent(readPlace);
  useEffect(() => catchUp(), []);
  return {
    row,
    index,
    /** The pictures to render: those that were shown, and their neighbours once the user starts browsing. */
    isWanted: (place: number) => wanted.has(place),
    go,
    /** The user approaches the pictures: the next one may be needed soon. */
    prepare: () => {
      if (count > 1 && !wanted.has(index + 1)) want(index);
    },
    /** Props of the row. */
    handlers: {
      onScroll: readPlace,
      // The user takes over: the programmatic target no longer counts.
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
  return row && row.clientWidth > 0 ? Math.round(Math.abs(row.scrollLeft) / row.clientWidth) : 0;
}
