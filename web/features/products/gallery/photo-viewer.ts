import PhotoSwipe, { type PhotoSwipeOptions } from 'photoswipe';
import { t } from '#contract/text.ts';
import 'photoswipe/style.css';
import { isRightToLeft } from '../../../ui/direction.ts';
import { widthsOf } from '../../../ui/Picture.tsx';
import { altOf, type GalleryPicture, type GalleryPictures } from './pictures.ts';

interface ViewerOptions {
  /** Holds the viewer's elements; empty again after closing. */
  container: HTMLElement;
  name: string;
  pictures: GalleryPictures;
  /** The initial picture. */
  start: number;
  /** The user turned to another picture, or changed the zoom. */
  onChange: (shown: { index: number; isLarge: boolean }) => void;
  /** The user dragged or pinched the viewer closed. */
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The surrounding dialog has buttons, keyboard and focus; the viewer has the pictures and gestures. */
const withoutItsOwn = {
  close: false,
  counter: false,
  zoom: false,
  arrowPrev: false,
  arrowNext: false,
  preloader: false,
  trapFocus: false,
  returnFocus: false,
} as const;

const behaviour: PhotoSwipeOptions = {
  ...withoutItsOwn,
  mainClass: '[--pswp-bg:transparent]! [--pswp-placeholder-bg:transparent]! z-0!',
  get errorMsg() {
    return t`This picture did not load.`;
  },
  loop: false,
  padding: { top: 60, bottom: 0, left: 0, right: 0 },
  showHideAnimationType: 'none',
  zoomAnimationDuration: 0,
  // The size is that of the stored file, or twice the fitted size when that is larger.
  secondaryZoomLevel: ({ fit }) => Math.max(1, 2 * fit),
  imageClickAction: 'zoom',
  bgClickAction: 'zoom',
  tapAction: 'zoom',
  doubleTapAction: false,
};

/**
 * Shows the pictures over the whole window, fitted into it. PhotoSwipe lays them out from left to right only, so where
 * people read from right to left it gets them in reverse: the finger finds the next one on the left.
 */
export function openPhotoViewer(options: ViewerOptions): PhotoSwipe {
  const { container, name, start, onChange, onClose, onKeyDown } = options;
  const count = options.pictures.length;
  const pictures = isRightToLeft() ? [...options.pictures].reverse() : options.pictures;
  const viewer = new PhotoSwipe({
    ...behaviour,
    appendToEl: container,
    index: placeFromLeft(start, count),
    dataSource: pictures.map(({ address, source }, place) => ({
      src: address,
      alt: altOf(name, placeFromLeft(place, count), count),
      ...(source && {
        width: source.width,
        height: source.height,
        msrc: source.placeholder,
      }),
    })),
  });
  offerFormats(viewer, pictures);
  learnSizes(viewer);
  viewer.on('keydown', (event) => {
    event.preventDefault();
    onKeyDown(event.originalEvent);
  });
  const notify = () =>
    onChange({ index: placeFromLeft(viewer.currIndex, count), isLarge: isLarge(viewer) });
  viewer.on('change', notify);
  viewer.on('zoomPanUpdate', notify);
  viewer.on('close', onClose);
  viewer.init();
  viewer.element?.removeAttribute('role');
  viewer.scrollWrap?.setAttribute('aria-label', t`Pictures`);
  return viewer;
}

/** Shows another picture. */
export function turnTo(viewer: PhotoSwipe, index: number): void {
  viewer.goTo(placeFromLeft(index, viewer.getNumItems()));
}

/** The place of a picture in the viewer, and the picture at a place. */
function placeFromLeft(index: number, count: number): number {
  return isRightToLeft() ? count - 1 - index : index;
}

/** Pans an enlarged picture within its bounds. */
export function panBy({ currSlide }: PhotoSwipe, x: number, y: number): void {
  currSlide?.panTo(currSlide.pan.x + x, currSlide.pan.y + y);
}

/** Renders each picture as a <picture> with its stored formats, as PhotoSwipe's documentation describes. */
function offerFormats(viewer: PhotoSwipe, pictures: readonly GalleryPicture[]): void {
  viewer.on('contentLoad', (event) => {
    event.preventDefault();
    const image = document.createElement('img');
    image.className = 'pswp__img';
    document.createElement('picture').append(image);
    event.content.element = image;
  });
  // Not earlier: the displayed width is known from here on.
  viewer.on('contentLoadImage', ({ content }) => {
    const source = pictures[content.index]?.source;
    for (const format of source?.avif ? (['webp', 'avif'] as const) : (['webp'] as const)) {
      if (!source) return;
      const element = document.createElement('source');
      element.type = `image/${format}`;
      element.sizes = `${content.displayedImageWidth}px`;
      element.srcset = widthsOf(source, format);
      content.element?.parentElement?.prepend(element);
    }
  });
  viewer.on('imageSizeChange', ({ content, width }) => {
    const sources = content.element?.parentElement?.querySelectorAll('source') ?? [];
    for (const source of sources) {
      if (width > Number.parseInt(source.sizes, 10)) source.sizes = `${width}px`;
    }
  });
  viewer.on('contentAppendImage', (event) => {
    const { element, slide } = event.content;
    const picture = element?.closest('picture');
    if (!picture || !slide) return;
    event.preventDefault();
    slide.container.append(picture);
  });
  viewer.on('contentRemove', (event) => {
    const picture = event.content.element?.closest('picture');
    if (!picture) return;
    event.preventDefault();
    picture.remove();
    event.content.placeholder?.element?.remove();
  });
}

/** The size of a picture at an external host is known only after loading. */
function learnSizes(viewer: PhotoSwipe): void {
  viewer.on('loadComplete', ({ content, isError }) => {
    const { data, element, index } = content;
    if (data.width || isError || !(element instanceof HTMLImageElement)) return;
    data.width = element.naturalWidth;
    data.height = element.naturalHeight;
    viewer.refreshSlideContent(index);
  });
}

function isLarge({ currSlide }: PhotoSwipe): boolean {
  return currSlide !== undefined && currSlide.currZoomLevel > currSlide.zoomLevels.initial;
}
