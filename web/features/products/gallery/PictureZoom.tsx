import { useEffect, useEffectEvent, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { FocusReturn } from '../../../ui/FocusReturn.tsx';
import { Icon, type IconName } from '../../../ui/Icon.tsx';
import { widthsOf } from '../../../ui/Picture.tsx';
import { type Magnifier, useMagnifier } from './magnifier.ts';
import { altOf, type GalleryPicture, type GalleryPictures, pictureByKey } from './pictures.ts';

export interface PictureZoomProps {
  name: string;
  pictures: GalleryPictures;
  /** The one that is shown first. */
  start: number;
  /** Is told which one was shown last. */
  onClose: (index: number) => void;
}

/** The pictures over the whole window: fitted into it, or large, to be moved by finger, pointer and keys. */
export function PictureZoom({ name, pictures, start, onClose }: PictureZoomProps) {
  const [index, setIndex] = useState(start);
  return (
    <ModalOverlay
      className="on-walnut fixed inset-0 z-40 bg-walnut-deep data-entering:animate-appear"
      isOpen
      onOpenChange={(isOpening) => {
        if (!isOpening) onClose(index);
      }}
    >
      <Modal className="size-full">
        <Dialog aria-label={`Pictures of ${name}`} className="size-full outline-none">
          <FocusReturn />
          <p className="sr-only" role="status">
            Picture {index + 1} of {pictures.length}
          </p>
          <Enlarged
            index={index}
            name={name}
            onClose={() => onClose(index)}
            onGo={setIndex}
            picture={pictures[index] ?? pictures[0]}
            total={pictures.length}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface EnlargedProps {
  name: string;
  picture: GalleryPicture;
  index: number;
  total: number;
  onGo: (index: number) => void;
  onClose: () => void;
}

/** One of them, with its tools, which stay when another one is shown: the focus may be on them. */
function Enlarged({ name, picture, index, total, onGo, onClose }: EnlargedProps) {
  const go = (to: number) => {
    if (to >= 0 && to < total) onGo(to);
  };
  const magnifier = useMagnifier(picture.address, picture.source, (step) => go(index + step));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = magnifier.isLarge ? undefined : pictureByKey(event.key, index, total);
    if (to !== undefined) go(to);
    if (to !== undefined || magnifier.press(event.key)) event.preventDefault();
  });
  useEffect(() => {
    // Wherever in the dialog the focus is: nothing behind it can be reached.
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <div className="flex size-full flex-col">
      <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-4">
        <p className="truncate text-on-walnut-muted tabular-nums" dir="auto">
          {total > 1 && `${index + 1} / ${total}`}
        </p>
        <div className="flex gap-1">
          <Tool
            icon={magnifier.isLarge ? 'reduce' : 'enlarge'}
            label={magnifier.isLarge ? 'Fit into the window' : 'Show it large'}
            onPress={() => magnifier.toggle()}
          />
          <Tool icon="close" label="Close" onPress={onClose} />
        </div>
      </div>
      <div className="relative min-h-0 flex-1">
        <Area alt={altOf(name, index, total)} magnifier={magnifier} picture={picture} />
        {total > 1 && !magnifier.isLarge && <Steps index={index} onGo={go} total={total} />}
      </div>
    </div>
  );
}

function Steps({
  index,
  total,
  onGo,
}: {
  index: number;
  total: number;
  onGo: (index: number) => void;
}) {
  return (
    <div className="pointer-events-none absolute inset-x-2 top-1/2 flex -translate-y-1/2 justify-between *:pointer-events-auto">
      <Tool
        icon="back"
        isOff={index === 0}
        label="Previous picture"
        onPress={() => onGo(index - 1)}
      />
      <Tool
        icon="forward"
        isOff={index === total - 1}
        label="Next picture"
        onPress={() => onGo(index + 1)}
      />
    </div>
  );
}

function Area({
  picture: { address, source },
  alt,
  magnifier: { area, size, isLarge, isHeld, handlers, onLoad },
}: {
  picture: GalleryPicture;
  alt: string;
  magnifier: Magnifier;
}) {
  const cursor = isLarge ? (isHeld ? 'cursor-grabbing' : 'cursor-grab') : 'cursor-zoom-in';
  const sizes = `${Math.round(size?.width ?? 0)}px`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: what can be scrolled must be reachable by keyboard; it is no form's fieldset
    <div
      aria-label="The picture"
      className={`size-full overflow-auto overscroll-contain -outline-offset-3 ${cursor} ${isLarge ? '' : 'touch-pinch-zoom'}`}
      ref={area}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
      tabIndex={0}
      {...handlers}
    >
      <div className="grid min-h-full w-max min-w-full place-items-center">
        {(size || !source) && (
          <picture key={address}>
            {source?.avif && size && (
              <source sizes={sizes} srcSet={widthsOf(source, 'avif')} type="image/avif" />
            )}
            {source && size && (
              <source sizes={sizes} srcSet={widthsOf(source, 'webp')} type="image/webp" />
            )}
            <img
              alt={alt}
              className="block max-w-none select-none"
              draggable={false}
              height={size?.height ?? 0}
              onLoad={onLoad}
              src={address}
              width={size?.width ?? 0}
            />
          </picture>
        )}
      </div>
    </div>
  );
}

function Tool({
  icon,
  label,
  isOff = false,
  onPress,
}: {
  icon: IconName;
  label: string;
  isOff?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      aria-disabled={isOff || undefined}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full bg-walnut/80 text-on-walnut transition hover:bg-walnut-line aria-disabled:opacity-40"
      onClick={onPress}
      type="button"
    >
      <Icon name={icon} />
    </button>
  );
}
