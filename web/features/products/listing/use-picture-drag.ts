import { type PointerEvent, useEffect, useState } from 'react';

/** A picture that is being dragged, and the place over which it hangs. */
export interface Drag {
  id: string;
  place: number;
}

/** So near the upper or lower edge of the window, in pixels, the page moves along with what is dragged. */
const edge = 96;
const stepAtEdge = 14;

/**
 * Moves things of a list by a pointer of any kind. Each of them says `data-drag-id` and is shown in the order that
 * `placesOf` gives; the list itself changes only when the pointer lets go, because an element that moves in the page
 * would lose the finger that holds it. Escape puts everything back.
 */
export function usePictureDrag(ids: readonly string[], onMoved: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag>();
  const order = drag ? withPlace(ids, drag) : ids;

  useEffect(() => {
    if (!drag) return;
    const giveUp = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined);
    };
    addEventListener('keydown', giveUp);
    return () => removeEventListener('keydown', giveUp);
  }, [drag]);

  return {
    drag,
    /** Where each thing is shown at present, counted from 0. */
    placeOf: (id: string) => order.indexOf(id),
    /** For the element by which a thing is taken. */
    handlersFor: (id: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || ids.length < 2) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, place: ids.indexOf(id) });
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        if (drag?.id !== id) return;
        scrollAtEdge(clientY);
        const place = order.indexOf(idAt(clientX, clientY) ?? '');
        if (place >= 0 && place !== drag.place) setDrag({ id, place });
      },
      onPointerUp() {
        if (drag?.id !== id) return;
        setDrag(undefined);
        if (drag.place !== ids.indexOf(id)) onMoved(drag);
      },
      onPointerCancel: () => setDrag(undefined),
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
