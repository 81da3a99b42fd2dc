export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** At the lower edge, or at the upper one above the navigation bar. */
export type ToastPlace = 'bottom' | 'top';

/** The window's lower edge, unless that covers something there and the upper edge covers less. */
export function freePlace(
  toasts: Pick<DOMRect, 'left' | 'right' | 'height'>,
  windowHeight: number,
  obstacles: readonly Box[],
): ToastPlace {
  const { left, right, height } = toasts;
  const countCovered = (top: number) =>
    obstacles.filter(
      (box) => box.left < right && box.right > left && box.top < top + height && box.bottom > top,
    ).length;
  const atBottom = countCovered(windowHeight - height - marginPx);
  return atBottom > 0 && countCovered(topPx) < atBottom ? 'top' : 'bottom';
}

/** As `bottom-6` and `top-1` of the classes in `Toasts`. */
const marginPx = 24;
const topPx = 4;

/** What toasts must not cover: the headings in sight, and what was pressed. */
export function obstaclesOf(pressed: Element | null): Box[] {
  const headings = [...document.querySelectorAll('h1, h2, h3')];
  return [...headings, ...(pressed ? [pressed] : [])]
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
}
