import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** So far a finger or a pointer goes, in pixels, before it moves something and is no longer a press. */
const slackPx = 6;
/** So far a finger goes, in pixels, before it asks for the next picture. */
const swipePx = 48;
interface Held {
  x: number;
  y: number;
  left: number;
  top: number;
  isMoved: boolean;
}

/**
 * What a hand does to the picture in its area: presses it, drags the large one with a pointer (a finger scrolls it by
 * itself), and swipes the fitted one to the next (1) or the former (-1).
 */
export function useHand({
  isLarge,
  onSwipe,
  onPress,
}: {
  isLarge: boolean;
  onSwipe: (step: 1 | -1) => void;
  onPress: (point: { clientX: number; clientY: number }) => void;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const wasMoved = useRef(false);
  const handlers = {
    onPointerDown({ button, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      wasMoved.current = false;
      if (button !== 0) return;
      setHeld({
        x,
        y,
        left: currentTarget.scrollLeft,
        top: currentTarget.scrollTop,
        isMoved: false,
      });
    },
    onPointerMove({
      clientX,
      clientY,
      pointerType,
      pointerId,
      currentTarget,
    }: PointerEvent<HTMLElement>) {
      // A finger scrolls by itself.
      if (!held || !isLarge || pointerType === 'touch') return;
      const [x, y] = [clientX - held.x, clientY - held.y];
      if (!held.isMoved && Math.hypot(x, y) < slackPx) return;
      if (!held.isMoved) {
        currentTarget.setPointerCapture(pointerId);
        wasMoved.current = true;
        setHeld({ ...held, isMoved: true });
      }
      currentTarget.scrollTo({ left: held.left - x, top: held.top - y, behavior: 'instant' });
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (held && !isLarge) {
        const [x, y] = [clientX - held.x, clientY - held.y];
        if (Math.abs(x) > swipePx && Math.abs(x) > Math.abs(y)) {
          wasMoved.current = true;
          onSwipe(x < 0 ? 1 : -1);
        }
      }
      setHeld(null);
    },
    onPointerCancel: () => setHeld(null),
    onClick(event: MouseEvent) {
      if (!wasMoved.current) onPress(event);
    },
  };
  return { isHeld: held?.isMoved === true, handlers };
}
