import type { Ref } from 'react';
import { limits } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { FileButton } from '../../../ui/FileButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { pictureTypes } from '../../pictures/picture-kinds.ts';

const most = limits.picturesPerProduct;

/** The drop zone for pictures: large while there are none, then a strip below them. */
export function PictureDropZone({
  count,
  id,
  describedBy,
  isWrong,
  onFiles,
  ref,
}: {
  count: number;
  id: string;
  describedBy: string;
  isWrong: boolean;
  onFiles: (files: readonly File[]) => void;
  ref: Ref<HTMLInputElement>;
}) {
  const isFull = count >= most;
  return (
    <div
      className={`flex flex-wrap items-center gap-3 rounded-md border border-dashed bg-surface p-4 ${
        count === 0 ? 'flex-col justify-center py-8 text-center' : ''
      } ${isWrong ? 'border-red' : 'border-line-strong'}`}
    >
      {count === 0 && <Icon className="size-10 text-muted" name="picture" />}
      <div className={`flex flex-wrap gap-3 ${count === 0 ? 'justify-center' : ''}`}>
        <FileButton
          accept={pictureTypes.join(',')}
          aria-describedby={describedBy}
          aria-invalid={isWrong || undefined}
          disabled={isFull}
          id={id}
          multiple
          onFiles={onFiles}
          ref={ref}
          variant={count === 0 ? 'primary' : 'quiet'}
        >
          <Icon name="plus" />
          <span>{count === 0 ? t`Choose pictures` : t`Add pictures`}</span>
        </FileButton>
        <FileButton
          accept="image/*"
          capture="environment"
          className="not-pointer-coarse:hidden"
          disabled={isFull}
          onFiles={onFiles}
        >
          <Icon name="camera" />
          {t`Take a picture`}
        </FileButton>
      </div>
      <p className="text-sm text-muted">{wordsFor(count)}</p>
    </div>
  );
}

function wordsFor(count: number): string {
  if (count === 0) return t`Or drop or paste them here. Large photos are scaled down.`;
  if (count >= most)
    return t`${count} of ${plural(most, { one: '# picture', other: '# pictures' })}. Remove one to add another.`;
  return t`${count} of ${plural(most, { one: '# picture', other: '# pictures' })}. The first one is the main one.`;
}
