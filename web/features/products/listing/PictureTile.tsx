import { type HTMLAttributes, type ReactNode, useState } from 'react';
import { t } from '#contract/text.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { ListedPicture } from '../../pictures/picture-list.ts';
import type { UploadList } from '../../pictures/upload-list.ts';
import { PictureProgress } from './PictureProgress.tsx';

/**
 * The grid position of a picture: the first one is large. Set by classes, because the DOM order must not change
 * while dragging.
 */
const slots = [
  'order-1 col-span-2 sm:row-span-2',
  'order-2',
  'order-3',
  'order-4',
  'order-5',
  'order-6',
  'order-7',
  'order-8',
];

/** A picture with its actions: move, remove, cancel or retry the upload. */
export function PictureTile({
  picture,
  place,
  count,
  uploads,
  isDragged,
  dragHandlers,
  onMove,
  onRemove,
}: {
  picture: ListedPicture;
  /** Counted from 0. */
  place: number;
  count: number;
  uploads: UploadList;
  isDragged: boolean;
  dragHandlers: HTMLAttributes<HTMLElement>;
  onMove: (place: number) => void;
  onRemove: () => void;
}) {
  const number = place + 1;
  const { step } = picture;
  const hasFailed = step.at === 'failed';
  const [size, setSize] = useState<Size>();
  return (
    <li
      className={`flex min-w-0 flex-col ${slots[place] ?? ''} ${isDragged ? 'z-10' : ''}`}
      data-drag-id={picture.id}
    >
      <div
        className={`relative aspect-4/3 overflow-hidden rounded-md border bg-sunken transition ${
          place === 0 ? 'sm:grow' : ''
        } ${hasFailed ? 'border-red' : 'border-line-strong'} ${
          isDragged
            ? 'scale-97 opacity-80 shadow-over outline-3 outline-offset-2 outline-brass'
            : ''
        }`}
      >
        <Preview
          address={picture.preview}
          dragHandlers={dragHandlers}
          isDim={step.at !== 'done'}
          onSize={setSize}
        />
        <span className="pointer-events-none absolute top-2 start-2">
          <Badge tone={place === 0 ? 'brass' : 'quiet'}>
            {place === 0 ? t`Main picture` : number}
          </Badge>
        </span>
        {count > 1 && (
          // This is only for pointers: the buttons below do the same by keyboard. Elsewhere touch scrolls the page.
          <span
            aria-hidden="true"
            className="absolute top-1 end-1 grid size-11 cursor-grab touch-none place-items-center rounded-md bg-surface/85 text-ink select-none active:cursor-grabbing"
            {...dragHandlers}
          >
            <Icon className="size-6 stroke-3" name="grip" />
          </span>
        )}
        <PictureProgress place={number} picture={picture} uploads={uploads} />
      </div>
      <div className="flex items-center justify-between">
        <div className="flex">
          <TileButton
            icon={<Icon name="back" />}
            isDisabled={place === 0}
            label={t`Move picture ${number} earlier`}
            onPress={() => onMove(place - 1)}
          />
          <TileButton
            icon={<Icon name="forward" />}
            isDisabled={place === count - 1}
            label={t`Move picture ${number} later`}
            onPress={() => onMove(place + 1)}
          />
        </div>
        <TileButton
          icon={<Icon name="bin" />}
          label={t`Remove picture ${number}`}
          onPress={onRemove}
        />
      </div>
      {hasFailed && <p className="pb-2 text-sm font-medium text-red">{step.message}</p>}
      {!hasFailed && size && isSmall(size) && (
        <p className="pb-2 text-sm text-muted">{textOfSmall(size)}</p>
      )}
    </li>
  );
}

interface Size {
  width: number;
  height: number;
}

/** A picture of fewer pixels is accepted, with a remark. */
const smallPixels = 400;

const isSmall = ({ width, height }: Size) => Math.max(width, height) < smallPixels;

function textOfSmall({ width, height }: Size): string {
  return t`Only ${width} × ${height} pixels: buyers will see it blurry. A larger picture sells better.`;
}

/** The picture, or an icon for a file that this browser cannot display. */
function Preview({
  address,
  isDim,
  dragHandlers,
  onSize,
}: {
  address: string;
  isDim: boolean;
  dragHandlers: HTMLAttributes<HTMLElement>;
  /** The size in pixels of a file that was chosen here. Pictures of the shop are shown in one of several sizes. */
  onSize: (size: Size) => void;
}) {
  const [unshown, setUnshown] = useState<string>();
  if (unshown === address) {
    return (
      <span className="absolute inset-0 grid place-items-center text-muted">
        <Icon className="size-10" name="picture" />
      </span>
    );
  }
  return (
    <img
      alt=""
      className={`absolute inset-0 size-full object-cover transition ${isDim ? 'opacity-50' : ''}`}
      draggable={false}
      onError={() => setUnshown(address)}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
        if (address.startsWith('blob:')) onSize({ width, height });
      }}
      src={address}
      {...forMouse(dragHandlers)}
    />
  );
}

/** With a mouse the whole picture is draggable. Touch scrolls the page there. */
function forMouse({
  onPointerDown,
  ...others
}: HTMLAttributes<HTMLElement>): HTMLAttributes<HTMLElement> {
  return {
    ...others,
    onPointerDown: (event) => {
      if (event.pointerType === 'mouse') onPointerDown?.(event);
    },
  };
}

function TileButton({
  icon,
  label,
  isDisabled = false,
  onPress,
}: {
  icon: ReactNode;
  label: string;
  isDisabled?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      aria-disabled={isDisabled || undefined}
      aria-label={label}
      className="grid size-11 place-items-center rounded-md text-muted transition not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink aria-disabled:opacity-40"
      onClick={() => {
        if (!isDisabled) onPress();
      }}
      type="button"
    >
      {icon}
    </button>
  );
}
