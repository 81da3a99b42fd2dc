import { type RefObject, useEffect, useState } from 'react';

/** Index of the slide nearest to the left edge; at the far end, which the last slides cannot leave, the last one. */
export function slideAt(row: HTMLElement): number {
  if (row.scrollLeft > 0 && isAtEnd(row)) return row.children.length - 1;
  return nearestToStart(row);
}

/** Scrolls the next or previous slide to the left edge, wrapping around at the ends. */
export function scrollBySlide(row: HTMLElement, step: 1 | -1, isCalm: boolean): void {
  const count = row.children.length;
  // At the far end the leftmost slide is not the last one, and going back must still move.
  const from = step === -1 ? nearestToStart(row) : slideAt(row);
  const target = row.children[(from + step + count) % count];
  if (!target) return;
  row.scrollTo({
    left: row.scrollLeft + leftOf(target, row),
    behavior: isCalm ? 'instant' : 'smooth',
  });
}

/** Whether the row overflows; false until measured. */
export function useOverflow(row: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setOverflows(element.scrollWidth > element.clientWidth + 2),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [row]);
  return overflows;
}

const isAtEnd = (row: HTMLElement) => row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;

function nearestToStart(row: HTMLElement): number {
  const distances = Array.from(row.children, (slide) => Math.abs(leftOf(slide, row)));
  return distances.indexOf(Math.min(...distances));
}

function leftOf(slide: Element, row: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(row).paddingInlineStart);
  return slide.getBoundingClientRect().left - row.getBoundingClientRect().left - padding;
}
