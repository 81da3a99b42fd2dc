import { type ComponentType, type MouseEvent, useState } from 'react';
import type { PictureZoomProps } from './PictureZoom.tsx';

type Zoom = ComponentType<PictureZoomProps>;
let Loaded: Zoom | undefined;

/**
 * The full-window viewer. Its script and the dialog library load on first use; if loading fails, the link opens the
 * picture's file.
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
    /** What to render while it is open. */
    Zoom: isAsked ? Zoom : undefined,
    close: () => setIsAsked(false),
  };
}

/** Whether a click on a link is meant for another tab or window. */
export function isForTheBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

async function loadZoom(): Promise<Zoom> {
  Loaded ??= (await import('./PictureZoom.tsx')).PictureZoom;
  return Loaded;
}
