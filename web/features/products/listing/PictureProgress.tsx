import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { t } from '#contract/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import { pictureTypes } from '../../pictures/picture-kinds.ts';
import type { ListedPicture } from '../../pictures/picture-list.ts';
import { isOnItsWay, type UploadList } from '../../pictures/upload-list.ts';

/** The overlay of a picture that is not uploaded: progress and cancel, or the error and retry. */
export function PictureProgress({
  place,
  picture,
  uploads,
}: {
  /** Counted from 1. */
  place: number;
  picture: ListedPicture;
  uploads: UploadList;
}) {
  const { id, step } = picture;
  if (step.at === 'done') return null;
  if (isOnItsWay(picture)) {
    const share = step.at === 'uploading' ? step.share : 0;
    return (
      <>
        <Over key="button">
          <Button
            aria-label={t`Cancel the upload of picture ${place}`}
            onClick={() => uploads.cancel(id)}
            size="small"
          >
            {t`Cancel`}
          </Button>
        </Over>
        <progress
          aria-label={t`Upload of picture ${place}`}
          className="absolute inset-x-2 bottom-2 h-2 w-[calc(100%-1rem)] appearance-none overflow-hidden rounded-full border border-line-strong bg-surface accent-brass [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-brass"
          max={1}
          value={share}
        />
      </>
    );
  }
  const mayRetry = step.at === 'failed' && step.again !== 'never';
  return (
    <Over key={mayRetry ? 'button' : 'file'}>
      {mayRetry ? (
        <Button
          aria-label={t`Try again to upload picture ${place}`}
          onClick={() => uploads.retry(id)}
          size="small"
        >
          {t`Try again`}
        </Button>
      ) : (
        <FileButton
          accept={pictureTypes.join(',')}
          aria-label={t`Choose another picture for picture ${place}`}
          onFiles={([file]) => file && uploads.replace(id, file)}
          size="small"
        >
          {t`Choose another`}
        </FileButton>
      )}
    </Over>
  );
}

/**
 * When the overlay disappears while it has the focus, the focus moves to the picture's first button. Cancel turns
 * into retry, so both have the same key.
 */
function Over({ children }: { children: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const over = place.current;
    return () => {
      if (!over?.contains(document.activeElement)) return;
      const buttons = over.closest('[data-drag-id]')?.querySelectorAll('button') ?? [];
      [...buttons].find((button) => !over.contains(button))?.focus();
    };
  }, []);
  return (
    <span className="absolute inset-0 grid place-items-center" ref={place}>
      {children}
    </span>
  );
}
