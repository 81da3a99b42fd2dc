import { type ComponentType, type MouseEvent, useState } from 'react';
import type { PictureZoomProps } from './PictureZoom.tsx';

type Zoom = ComponentType<PictureZoomProps>;
let Loaded: Zoom | undefined;

/**
 * The large view of the pictures. Its script, and the library of dialogs with it, come when somebody looks closer for the
 * first time; when they do not arrive, the link does what it says: it opens the picture itself.
 */
export function useZoom() {
  const [isAsked, setIsAsked] = useState(false);
  const [Zoom, setZoom] = useState<Zoom | undefined>(() => Loaded);
  const ask = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isForTheBrowser(event)) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    setIsAsked(true);
    loadZoom().then(
      (loaded) => setZoom(() => loaded),
      () => {
        setIsAsked(false);
        location.assign(href);
      },
    );
  };
  return {
    ask,
    isLoading: isAsked && !Zoom,
    /** What to render, while it is open. */
    Zoom: isAsked ? Zoom : undefined,
    close: () => setIsAsked(false),
  };
}

/** Whether a press on a link is meant for another tab or window. */
export function isForTheBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

async function loadZoom(): Promise<Zoom> {
  Loaded ??= (await import('./PictureZoom.tsx')).PictureZoom;
  return Loaded;
}
