import { type RefObject, useEffect, useState } from 'react';
import { isRightToLeft } from './direction.ts';

/** Index of the slide nearest to the edge where reading starts; at the far end, which the last slides cannot leave, the last one. */
export function slideAt(row: HTMLElement): number {
  if (scrolledPx(row) > 0 && isAtEnd(row)) return row.children.length - 1;
  return nearestToStart(row);
}

/** Scrolls the next or previous slide to the edge where reading starts, wrapping around at the ends. */
export function scrollBySlide(row: HTMLElement, step: 1 | -1, isCalm: boolean): void {
  const count = row.children.length;
  // At the far end the first slide in sight is not the last one, and going back must still move.
  const from = step === -1 ? nearestToStart(row) : slideAt(row);
  const target = row.children[(from + step + count) % count];
  if (!target) return;
  row.scrollTo({
    left: row.scrollLeft + distanceTo(target, row) * (isRightToLeft(row) ? -1 : 1),
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

/** From right to left `scrollLeft` counts down from 0. */
const scrolledPx = (row: HTMLElement) => Math.abs(row.scrollLeft);
const isAtEnd = (row: HTMLElement) => scrolledPx(row) + row.clientWidth >= row.scrollWidth - 2;

function nearestToStart(row: HTMLElement): number {
  const distances = Array.from(row.children, (slide) => Math.abs(distanceTo(slide, row)));
  return distances.indexOf(Math.min(...distances));
}

/** The distance of a slide from the edge where reading starts; below zero when it has been scrolled past. */
function distanceTo(slide: Element, row: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(row).paddingInlineStart);
  const [at, edge] = [slide.getBoundingClientRect(), row.getBoundingClientRect()];
  const distance = isRightToLeft(row) ? edge.right - at.right : at.left - edge.left;
  return distance - padding;
}
