import {
  type FocusEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { t } from '#contract/text.ts';
import { CarouselControls } from './CarouselControls.tsx';
import { scrollBySlide, slideAt, useOverflow } from './carousel-row.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

/**
 * A row of cards after the carousel pattern of the ARIA Authoring Practices. It is a plain row with scroll
 * snapping, so it works without JavaScript. With it there are buttons and automatic rotation, which pauses under
 * pointer and focus, stops after keyboard entry until asked to play, and never runs under reduced motion.
 */
export function Carousel({
  label,
  heading,
  slides,
  intervalMs = 6000,
}: {
  label: string;
  heading: ReactNode;
  slides: readonly { key: string; content: ReactNode }[];
  intervalMs?: number;
}) {
  const row = useRef<HTMLDivElement>(null);
  const isScripted = useSyncExternalStore(never, yes, no);
  const overflows = useOverflow(row);
  const isCalm = useReducedMotion();
  const [isPlaying, setIsPlaying] = useState(true);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [position, setPosition] = useState(0);

  const move = (step: 1 | -1) => row.current && scrollBySlide(row.current, step, isCalm);
  const isRotating = isScripted && overflows && isPlaying && !isCalm;
  const isMoving = isRotating && !isPointedAt && !isFocused;
  useRotation(isMoving, intervalMs, () => move(1));

  const play = (isWanted: boolean) => {
    setIsPlaying(isWanted);
    // Pressing Play focuses the button; that focus must not pause the rotation again.
    setIsFocused(false);
  };
  const enter = ({ target }: FocusEvent) => {
    setIsFocused(true);
    if (row.current?.contains(target) && target.matches(':focus-visible')) setIsPlaying(false);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setIsFocused(false);
  };
  return (
    <section
      aria-label={label}
      aria-roledescription={t`carousel`}
      onBlur={leave}
      onFocus={enter}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {heading}
        <CarouselControls
          count={slides.length}
          isAnnounced={!isMoving}
          isPlaying={isRotating}
          isShown={isScripted && overflows}
          onMove={move}
          onPlay={play}
          position={position}
        />
      </div>
      <div className="@container -mx-4">
        <div
          className="card-row relative snap-x snap-mandatory scroll-px-4 overflow-x-auto px-4 pt-1.5 pb-4 [scrollbar-width:thin]"
          onScroll={(event) => setPosition(slideAt(event.currentTarget))}
          ref={row}
        >
          {slides.map(({ key, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern asks for role group on each slide
            <div
              aria-label={nameOfSlide(index + 1, slides.length)}
              aria-roledescription={t`slide`}
              className="grid snap-start grid-cols-1"
              key={key}
              role="group"
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

function nameOfSlide(place: number, count: number): string {
  return t`${place} of ${count}`;
}

/** Calls `onTurn` every `intervalMs` while active and while the page is visible. */
function useRotation(isActive: boolean, intervalMs: number, onTurn: () => void): void {
  const turn = useEffectEvent(() => {
    if (!document.hidden) onTurn();
  });
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => turn(), intervalMs);
    return () => clearInterval(timer);
  }, [isActive, intervalMs]);
}
