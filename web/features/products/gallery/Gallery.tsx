import { type KeyboardEvent, useRef } from 'react';
import { t } from '#contract/text.ts';
import { isRightToLeft } from '../../../ui/direction.ts';
import { Icon, LineDrawing } from '../../../ui/Icon.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { altOf, type GalleryPictures, pictureByKey } from './pictures.ts';
import { useSlides } from './slides.ts';
import { Thumbnails } from './Thumbnails.tsx';
import { useZoom } from './zoom.ts';
import { zoomDrawings } from './zoom-drawings.ts';

const sizes = '(min-width: 75rem) 45rem, (min-width: 64rem) 57vw, (min-width: 48rem) 47vw, 92vw';
const onPicture =
  'absolute z-20 grid size-11 place-items-center rounded-full border border-line bg-surface/90 text-ink shadow-rest transition';

/**
 * A product's pictures: a large one with thumbnails below, by touch, pointer and keyboard. The first is in the
 * server-rendered page and loads first; the others load on demand. Without JavaScript there are the first one and
 * the thumbnails, which link to the files.
 */
export function Gallery({ name, pictures }: { name: string; pictures: GalleryPictures }) {
  const count = pictures.length;
  const { row, index, isWanted, go, prepare, handlers } = useSlides(count);
  const place = index + 1;
  const { ask, isLoading, Zoom, close } = useZoom();
  const thumbnails = useRef<HTMLUListElement>(null);
  const turnByKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || Zoom) return;
    const to = pictureByKey(event.key, { index, count, isRightToLeft: isRightToLeft() });
    if (to === undefined) return;
    event.preventDefault();
    go(to);
    if (thumbnails.current?.contains(document.activeElement)) focusIn(thumbnails.current, to);
  };
  return (
    <section
      aria-label={count === 1 ? t`Picture` : t`Pictures`}
      onFocus={prepare}
      onKeyDown={turnByKey}
      onPointerEnter={prepare}
    >
      <div className="relative">
        <div
          {...handlers}
          className="@container snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-md [scrollbar-width:none]"
          ref={row}
        >
          <div className="flex w-max">
            {/* Lies over whatever slide is shown, inside of the row, so that a finger still moves the row. */}
            <a
              aria-busy={isLoading || undefined}
              aria-haspopup="dialog"
              className="group/zoom sticky start-0 z-10 me-[-100cqw] w-[100cqw] shrink-0 cursor-zoom-in rounded-md -outline-offset-3"
              href={(pictures[index] ?? pictures[0]).address}
              onClick={ask}
            >
              <span className="sr-only">
                {count > 1 ? t`Enlarge picture ${place} of ${count}` : t`Enlarge picture`}
              </span>
              <span className={`${onPicture} end-2 bottom-2 group-hover/zoom:bg-sunken`}>
                {isLoading ? (
                  <Spinner className="size-5" />
                ) : (
                  <LineDrawing path={zoomDrawings.enlarge} />
                )}
              </span>
            </a>
            <Slides isWanted={isWanted} name={name} pictures={pictures} />
          </div>
        </div>
        {count > 1 && <Steps count={count} index={index} onGo={go} />}
      </div>
      {count > 1 && <Thumbnails index={index} onChosen={go} pictures={pictures} ref={thumbnails} />}
      {Zoom && (
        <Zoom
          name={name}
          onClose={(last) => {
            close();
            go(last, true);
          }}
          pictures={pictures}
          start={index}
        />
      )}
    </section>
  );
}

function Slides({
  name,
  pictures,
  isWanted,
}: {
  name: string;
  pictures: GalleryPictures;
  isWanted: (place: number) => boolean;
}) {
  return pictures.map(({ address, source }, place) => (
    <div
      className={`w-[100cqw] shrink-0 snap-start snap-always ${place > 0 ? 'noscript:hidden' : ''}`}
      key={address}
    >
      {isWanted(place) ? (
        <Picture
          address={address}
          alt={altOf(name, place, pictures.length)}
          fit="contain"
          isEager
          isPriority={place === 0}
          sizes={sizes}
          source={source}
        />
      ) : (
        <span className="block aspect-4/3 bg-sunken" />
      )}
    </div>
  ));
}

/** The position, and the buttons for a mouse; touch scrolls the row itself. */
function Steps({
  index,
  count,
  onGo,
}: {
  index: number;
  count: number;
  onGo: (index: number) => void;
}) {
  const place = index + 1;
  const step = `${onPicture} top-1/2 -translate-y-1/2 hover:bg-sunken aria-disabled:opacity-40 pointer-coarse:hidden noscript:hidden`;
  return (
    <>
      <button
        aria-disabled={index === 0 || undefined}
        aria-label={t`Previous picture`}
        className={`${step} start-2`}
        onClick={() => onGo(index - 1)}
        type="button"
      >
        <Icon name="back" />
      </button>
      <button
        aria-disabled={index === count - 1 || undefined}
        aria-label={t`Next picture`}
        className={`${step} end-2`}
        onClick={() => onGo(index + 1)}
        type="button"
      >
        <Icon name="forward" />
      </button>
      <p
        className="pointer-events-none absolute bottom-3 start-3 z-20 rounded-full border border-line bg-surface/90 px-2.5 py-0.5 text-sm font-semibold tabular-nums noscript:hidden"
        role="status"
      >
        <span className="sr-only">{t`Picture ${place} of ${count}`}</span>
        <span aria-hidden="true">{t`${place} / ${count}`}</span>
      </p>
    </>
  );
}

function focusIn(list: HTMLElement, place: number): void {
  list.children[place]?.querySelector('a')?.focus();
}
