import { type FocusEvent, type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { CarouselControls } from './CarouselControls.tsx';
import { useReducedMotion } from './reduced-motion.ts';
import { useRotation } from './rotation.ts';

/**
 * A row of slides that one scrolls, after the carousel pattern of the ARIA Authoring Practices. It is a plain row with
 * scroll snapping, so it works without script; with script it has buttons and moves on by itself, but never while the
 * pointer or the focus is on it, never after somebody went in by keyboard until asked to, and never under reduced motion.
 */
export function Carousel({
  label,
  heading,
  slides,
  slideClassName = 'w-72 sm:w-80',
  intervalMs = 6000,
}: {
  label: string;
  heading: ReactNode;
  slides: readonly { key: string; content: ReactNode }[];
  /** How wide a slide is; wider than the row is cut to it. */
  slideClassName?: string;
  intervalMs?: number;
}) {
  const row = useRef<HTMLDivElement>(null);
  const isScripted = useSyncExternalStore(never, yes, no);
  const isCalm = useReducedMotion();
  const [isPlaying, setIsPlaying] = useState(true);
  const [isHeld, setIsHeld] = useState(false);
  const [position, setPosition] = useState(0);

  const move = (step: 1 | -1) => row.current && scrollBySlide(row.current, step, isCalm);
  const isRotating = isScripted && isPlaying && !isCalm && slides.length > 1;
  useRotation(isRotating && !isHeld, intervalMs, () => move(1));

  const enter = (event: FocusEvent) => {
    setIsHeld(true);
    if (row.current?.contains(event.target) && event.target.matches(':focus-visible')) {
      setIsPlaying(false);
    }
  };
  const leave = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsHeld(false);
  };
  return (
    <section
      aria-label={label}
      aria-roledescription="carousel"
      onBlur={leave}
      onFocus={enter}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {heading}
        <CarouselControls
          count={slides.length}
          isPlaying={isRotating}
          isShown={isScripted && slides.length > 1}
          onMove={move}
          onPlay={isCalm ? undefined : setIsPlaying}
          position={position}
        />
      </div>
      <div
        aria-live={isRotating && !isHeld ? 'off' : 'polite'}
        className="relative -mx-4 flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto scroll-smooth px-4 pt-1 pb-4 [scrollbar-width:thin] sm:gap-6"
        onScroll={(event) => setPosition(slideAt(event.currentTarget))}
        ref={row}
      >
        {slides.map(({ key, content }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: the carousel pattern asks for role group on each slide
          <div
            aria-label={`${index + 1} of ${slides.length}`}
            aria-roledescription="slide"
            className={`flex max-w-full shrink-0 snap-start *:w-full ${slideClassName}`}
            key={key}
            role="group"
          >
            {content}
          </div>
        ))}
      </div>
    </section>
  );
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** The slide nearest to the left edge. At the far end, where the last slides cannot reach it, the last one. */
function slideAt(row: HTMLElement): number {
  if (row.scrollLeft > 0 && isAtEnd(row)) return row.children.length - 1;
  const distances = Array.from(row.children, (slide) => Math.abs(leftOf(slide, row)));
  return distances.indexOf(Math.min(...distances));
}

function scrollBySlide(row: HTMLElement, step: 1 | -1, isCalm: boolean): void {
  const last = row.children.length - 1;
  const from = step === 1 && isAtEnd(row) ? last : slideAt(row);
  const wanted = from + step;
  const target = row.children[wanted > last ? 0 : wanted < 0 ? last : wanted];
  if (!target) return;
  row.scrollTo({
    left: row.scrollLeft + leftOf(target, row),
    behavior: isCalm ? 'instant' : 'smooth',
  });
}

const isAtEnd = (row: HTMLElement) => row.scrollLeft + row.clientWidth >= row.scrollWidth - 2;

function leftOf(slide: Element, row: HTMLElement): number {
  const padding = Number.parseFloat(getComputedStyle(row).paddingInlineStart);
  return slide.getBoundingClientRect().left - row.getBoundingClientRect().left - padding;
}
