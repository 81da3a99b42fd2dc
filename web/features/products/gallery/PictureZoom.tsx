import type PhotoSwipe from 'photoswipe';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import type { Picture } from '#contract/images/images.ts';
import { t } from '#contract/text.ts';
import { isRightToLeft } from '../../../ui/direction.ts';
import { FocusReturn } from '../../../ui/FocusReturn.tsx';
import { Icon, LineDrawing } from '../../../ui/Icon.tsx';
import { ReportLink } from '../../moderation/ReportLink.tsx';
import { openPhotoViewer, panBy, turnTo } from './photo-viewer.ts';
import { type GalleryPictures, pictureByKey } from './pictures.ts';
import { zoomDrawings } from './zoom-drawings.ts';

export interface PictureZoomProps {
  name: string;
  pictures: GalleryPictures;
  /** The initial picture. */
  start: number;
  /** Receives the last picture that was shown. */
  onClose: (index: number) => void;
}

/** The full-window viewer: pictures fitted, or enlarged and panned by touch, pointer and keyboard. */
export function PictureZoom({ name, pictures, start, onClose }: PictureZoomProps) {
  const [index, setIndex] = useState(start);
  const [place, count] = [index + 1, pictures.length];
  const close = () => onClose(index);
  return (
    <I18nProvider locale={document.documentElement.lang}>
      <ModalOverlay
        className="on-walnut fixed inset-0 z-40 bg-walnut-deep data-entering:animate-appear"
        isOpen
        onOpenChange={(isOpening) => {
          if (!isOpening) close();
        }}
      >
        <Modal className="size-full">
          <Dialog aria-label={t`Pictures of ${name}`} className="size-full outline-none">
            <FocusReturn />
            <p className="sr-only" role="status">
              {t`Picture ${place} of ${count}`}
            </p>
            <Viewer
              index={index}
              name={name}
              onClose={close}
              onIndex={setIndex}
              pictures={pictures}
            />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  );
}

/** The distance by which an arrow key pans an enlarged picture, in pixels. */
const keyPx = 80;
const moves: Record<string, readonly [number, number]> = {
  ArrowLeft: [keyPx, 0],
  ArrowRight: [-keyPx, 0],
  ArrowUp: [0, keyPx],
  ArrowDown: [0, -keyPx],
};

function Viewer({
  name,
  pictures,
  index,
  onIndex,
  onClose,
}: Pick<PictureZoomProps, 'name' | 'pictures'> & {
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}) {
  const container = useRef<HTMLDivElement>(null);
  const viewer = useRef<PhotoSwipe>(null);
  const [isZoomed, setIsZoomed] = useState(false);
  const total = pictures.length;
  const id = pictureId(pictures[index]?.source);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !viewer.current) return;
    const { key } = event;
    const to = isZoomed
      ? undefined
      : pictureByKey(key, { index, count: total, isRightToLeft: isRightToLeft() });
    const move = isZoomed ? moves[key] : undefined;
    const isToggle = isZoomed ? key === '-' : key === '+' || key === '=';
    if (to !== undefined) turnTo(viewer.current, to);
    if (move) panBy(viewer.current, ...move);
    if (isToggle) viewer.current.toggleZoom();
    if (to !== undefined || move || isToggle) event.preventDefault();
  };
  const open = useEffectEvent((element: HTMLElement) =>
    openPhotoViewer({
      container: element,
      name,
      pictures,
      start: index,
      onChange(shown) {
        onIndex(shown.index);
        setIsZoomed(shown.isLarge);
      },
      onClose: () => {
        // Not when this component unmounts with it.
        if (viewer.current) close();
      },
      onKeyDown: (event) => press(event),
    }),
  );
  const close = useEffectEvent(onClose);
  const press = useEffectEvent(onKeyDown);
  useEffect(() => {
    if (!container.current) return;
    const opened = open(container.current);
    viewer.current = opened;
    return () => {
      viewer.current = null;
      opened.destroy();
    };
  }, []);

  const go = (to: number) => {
    if (to >= 0 && to < total && viewer.current) turnTo(viewer.current, to);
  };
  return (
    <>
      <div dir="ltr" ref={container} />
      <div className="absolute inset-x-0 top-0 flex h-15 items-center justify-between bg-walnut-deep pe-2 ps-4">
        <p className="flex gap-4 text-on-walnut-muted tabular-nums">
          <span>{total > 1 && t`${{ place: index + 1 }} / ${{ count: total }}`}</span>
          {id !== undefined && (
            <ReportLink id={id} kind="picture" label={t`Report this picture`} onWalnut />
          )}
        </p>
        <div className="flex gap-1">
          <Tool
            icon={<LineDrawing path={zoomDrawings[isZoomed ? 'reduce' : 'enlarge']} />}
            label={isZoomed ? t`Fit to the window` : t`Enlarge`}
            onPress={() => viewer.current?.toggleZoom()}
          />
          <Tool icon={<Icon name="close" />} label={t`Close`} onPress={onClose} />
        </div>
      </div>
      {total > 1 && !isZoomed && <Steps index={index} onGo={go} total={total} />}
    </>
  );
}

/** A picture at an external host has none that the shop knows, and is reported with its listing. */
function pictureId(source: Picture | undefined): string | undefined {
  return source && /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(source.base)?.[0];
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
        icon={<Icon name="back" />}
        isOff={index === 0}
        label={t`Previous picture`}
        onPress={() => onGo(index - 1)}
      />
      <Tool
        icon={<Icon name="forward" />}
        isOff={index === total - 1}
        label={t`Next picture`}
        onPress={() => onGo(index + 1)}
      />
    </div>
  );
}

function Tool({
  icon,
  label,
  isOff = false,
  onPress,
}: {
  icon: ReactNode;
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
      {icon}
    </button>
  );
}
