import { Button } from '../../ui/Button.tsx';
import { FileButton } from './FileButton.tsx';
import { pictureTypes } from './picture-kinds.ts';
import type { ShelfPicture } from './picture-list.ts';
import { isOnItsWay, type PictureShelf } from './picture-shelf.ts';

/** What lies over a picture that has not arrived: how far it has come and the way to stop, or the way to try again. */
export function PictureProgress({
  name,
  picture,
  shelf,
}: {
  name: string;
  picture: ShelfPicture;
  shelf: PictureShelf;
}) {
  const { id, step } = picture;
  if (step.at === 'done') return null;
  if (isOnItsWay(picture)) {
    const share = step.at === 'uploading' ? step.share : 0;
    return (
      <>
        <span className="absolute inset-0 grid place-items-center">
          <Button
            aria-label={`Cancel the upload of ${name}`}
            onClick={() => shelf.cancel(id)}
            size="small"
          >
            Cancel
          </Button>
        </span>
        <progress
          aria-label={`Upload of ${name}`}
          className="absolute inset-x-2 bottom-2 h-2 w-[calc(100%-1rem)] appearance-none overflow-hidden rounded-full border border-line-strong bg-surface accent-brass [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-brass"
          max={1}
          value={share}
        />
      </>
    );
  }
  return (
    <span className="absolute inset-0 grid place-items-center">
      {step.at === 'failed' && step.again !== 'never' ? (
        <Button
          aria-label={`Try again to upload ${name}`}
          onClick={() => shelf.retry(id)}
          size="small"
        >
          Try again
        </Button>
      ) : (
        <FileButton
          accept={pictureTypes.join(',')}
          aria-label={`Choose another picture for ${name}`}
          onFiles={([file]) => file && shelf.replace(id, file)}
          size="small"
        >
          Choose another
        </FileButton>
      )}
    </span>
  );
}
