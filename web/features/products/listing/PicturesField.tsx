import { type Ref, useId, useState } from 'react';
import { limits } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { FieldError } from '../../../ui/Field.tsx';
import type { ListedPicture } from '../../pictures/picture-list.ts';
import type { UploadList } from '../../pictures/upload-list.ts';
import { PictureDropZone } from './PictureDropZone.tsx';
import { PictureTile } from './PictureTile.tsx';
import { useIncomingFiles } from './use-incoming-files.ts';
import { usePictureDrag } from './use-picture-drag.ts';

const most = limits.picturesPerProduct;
const further = most - 1;

/** The pictures of a listing: chosen, dropped on the field or pasted, in an order that can be changed. */
export function PicturesField({
  pictures,
  uploads,
  error,
  onBlur,
  ref,
}: {
  pictures: readonly ListedPicture[];
  uploads: UploadList;
  error: string | undefined;
  /** Called when the focus leaves the field. */
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [leftOut, setLeftOut] = useState(0);
  const [news, setNews] = useState('');
  const add = (files: readonly File[]) => setLeftOut(uploads.add(files));
  const { isOver, dropHandlers } = useIncomingFiles(add);
  const move = (moved: string, place: number) => {
    uploads.move(moved, place);
    setNews(tellPlace(place, pictures.length));
  };
  const { drag, placeOf, handlersFor } = usePictureDrag(
    pictures.map((picture) => picture.id),
    (moved) => move(moved.id, moved.place),
  );
  const remove = (removed: ListedPicture) => {
    setLeftOut(0);
    uploads.remove(removed.id);
    const left = pictures.length - 1;
    setNews(t`Removed. ${left} of ${plural(most, { one: '# picture', other: '# pictures' })}.`);
    document.getElementById(`${id}-choose`)?.focus();
  };
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className={`rounded-lg transition ${isOver ? 'bg-brass-tint outline-3 outline-offset-8 outline-brass' : ''}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onBlur();
      }}
      {...dropHandlers}
    >
      <legend className="font-semibold">{t`Pictures`}</legend>
      <p className="mt-1.5 mb-3 text-sm text-muted" id={`${id}-hint`}>
        {t`One main picture and up to ${plural(further, { one: '# more', other: '# more' })}: the whole instrument first, then its details and its marks.`}
      </p>
      {pictures.length > 0 && (
        <ol className="mb-3 grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-4">
          {pictures.map((picture) => (
            <PictureTile
              count={pictures.length}
              dragHandlers={handlersFor(picture.id)}
              isDragged={drag?.id === picture.id}
              key={picture.id}
              onMove={(place) => move(picture.id, place)}
              onRemove={() => remove(picture)}
              picture={picture}
              place={placeOf(picture.id)}
              uploads={uploads}
            />
          ))}
        </ol>
      )}
      <PictureDropZone
        count={pictures.length}
        describedBy={`${id}-hint${error ? ` ${id}-error` : ''}`}
        id={`${id}-choose`}
        isWrong={error !== undefined}
        onFiles={add}
        ref={ref}
      />
      <div className="mt-1.5">
        <FieldError id={`${id}-error`} message={error ?? tooMany(leftOut)} />
      </div>
      <p aria-live="polite" className="sr-only">
        {news}
      </p>
    </fieldset>
  );
}

function tellPlace(place: number, count: number): string {
  const number = place + 1;
  return place === 0 ? t`Now the main picture` : t`Now picture ${number} of ${count}`;
}

function tooMany(leftOut: number): string | undefined {
  if (leftOut === 0) return undefined;
  return t`${plural(leftOut, { one: '# picture was', other: '# pictures were' })} left out: a listing shows at most ${plural(most, { one: '# picture', other: '# pictures' })}.`;
}
