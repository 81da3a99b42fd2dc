import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** A picture being dragged, and the position over which it hovers. */
export interface Drag {
  id: string;
  place: number;
}

/** Distance from the top or bottom edge, in pixels, at which dragging scrolls the page. */
const edge = 96;
const stepAtEdge = 14;

/**
 * Reorders list items by pointer events of any kind. Items have `data-drag-id` and are displayed in the order of
 * `placesOf`; the list itself changes only on release, because moving an element in the DOM would lose the pointer
 * capture. Escape cancels.
 */
export function usePictureDrag(ids: readonly string[], onMoved: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag>();
  // The last move may not be rendered when the pointer is released.
  const latest = useRef<Drag>(undefined);
  const order = drag ? withPlace(ids, drag) : ids;
  const update = (moved: Drag | undefined) => {
    latest.current = moved;
    setDrag(moved);
  };
  const giveUp = useEffectEvent(() => update(undefined));

  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') giveUp();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isDragging]);

  return {
    drag,
    /** The displayed position of each item, counted from 0. */
    placeOf: (id: string) => order.indexOf(id),
    /** Props of the drag handle. */
    handlersFor: (id: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || ids.length < 2) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        update({ id, place: ids.indexOf(id) });
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (latest.current?.id !== id) return;
        scrollAtEdge(clientY);
        const place = order.indexOf(idAt(clientX, clientY) ?? '');
        if (place >= 0 && place !== latest.current.place) update({ id, place });
      },
      onPointerUp() {
        const released = latest.current;
        if (released?.id !== id) return;
        update(undefined);
        if (released.place !== ids.indexOf(id)) onMoved(released);
      },
      onPointerCancel: () => update(undefined),
    }),
  };
}

function withPlace(ids: readonly string[], { id, place }: Drag): string[] {
  const others = ids.filter((known) => known !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

function idAt(x: number, y: number): string | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drag-id]');
  return element?.dataset.dragId;
}

function scrollAtEdge(y: number): void {
  if (y < edge) scrollBy(0, -stepAtEdge);
  else if (y > innerHeight - edge) scrollBy(0, stepAtEdge);
}
