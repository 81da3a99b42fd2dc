import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useHand } from './hand.ts';
import { enlarged, fitted, type Size } from './magnifier-size.ts';

/** So far an arrow key moves a large picture, in pixels. */
const keyPx = 80;

export type Magnifier = ReturnType<typeof useMagnifier>;

/**
 * A picture that is fitted into its area or large. The large one is simply scrolled, by whatever the browser knows, and
 * besides dragged by a pointer and moved by keys.
 * @param address another one begins fitted again
 * @param known its size where that is stored; of others it is known when they have arrived
 * @param onSwipe a finger asks for the next (1) or the former (-1) picture
 */
export function useMagnifier(
  address: string,
  known: Size | undefined,
  onSwipe: (step: 1 | -1) => void,
) {
  const area = useRef<HTMLDivElement>(null);
  const room = useRoom(area);
  const [natural, setNatural] = useState(known);
  const [isLarge, setIsLarge] = useState(false);
  const [shown, setShown] = useState(address);
  if (shown !== address) {
    setShown(address);
    setNatural(known);
    setIsLarge(false);
  }
  const aim = useRef<{ share: [number, number]; at: [number, number] } | null>(null);
  const size = natural && room && (isLarge ? enlarged(natural, room) : fitted(natural, room));

  /** What was under the pointer, or in the middle, stays there. */
  function toggle(point?: { clientX: number; clientY: number }): void {
    const place = area.current?.getBoundingClientRect();
    const picture = area.current?.querySelector('img')?.getBoundingClientRect();
    if (!place || !picture) return;
    const x = point?.clientX ?? place.left + place.width / 2;
    const y = point?.clientY ?? place.top + place.height / 2;
    aim.current = {
      share: [(x - picture.left) / picture.width, (y - picture.top) / picture.height],
      at: [x - place.left, y - place.top],
    };
    setIsLarge(!isLarge);
  }

  useLayoutEffect(() => {
    if (!isLarge || !aim.current || !area.current || !size) return;
    const { share, at } = aim.current;
    aim.current = null;
    area.current.scrollLeft = share[0] * size.width - at[0];
    area.current.scrollTop = share[1] * size.height - at[1];
  }, [isLarge, size]);

  const { isHeld, handlers } = useHand({ isLarge, onSwipe, onPress: toggle });
  return {
    area,
    size,
    isLarge,
    isHeld,
    toggle,
    handlers,
    onLoad({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
      const { naturalWidth: width, naturalHeight: height } = currentTarget;
      if (!natural && width > 0) setNatural({ width, height });
    },
    /** Answers a key; true when it meant something. */
    press(key: string): boolean {
      if (key === (isLarge ? '-' : '+') || (!isLarge && key === '=')) {
        toggle();
        return true;
      }
      const move = isLarge && moves[key];
      if (move) area.current?.scrollBy({ left: move[0], top: move[1], behavior: 'instant' });
      return Boolean(move);
    },
  };
}

const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [-keyPx, 0],
  ArrowRight: [keyPx, 0],
  ArrowUp: [0, -keyPx],
  ArrowDown: [0, keyPx],
};

/** The room that an element has for what is in it, scroll bars apart. */
function useRoom(area: RefObject<HTMLElement | null>): Size | undefined {
  const [room, setRoom] = useState<Size>();
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setRoom({ width: element.offsetWidth, height: element.offsetHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return room;
}
