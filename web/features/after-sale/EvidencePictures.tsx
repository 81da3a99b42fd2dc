import { Trans } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import { limits } from '#contract/constants.ts';
import { msg, plural, t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { useDialogDraft } from '../../ui/dialog-draft.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { browserUploadList } from '../pictures/browser-upload-list.ts';
import { pictureTypes } from '../pictures/picture-kinds.ts';
import type { ListedPicture } from '../pictures/picture-list.ts';
import {
  isOnItsWay,
  isUploaded,
  type UploadedPicture,
  type UploadList,
  uploadedOf,
} from '../pictures/upload-list.ts';

/** The error of a form that is sent although the upload of a picture has failed. */
export const missingPicture = msg`A picture did not upload. Try again, or remove it.`;

/** The place where a form stores the pictures that have arrived, and reads them when it is opened again. */
interface PictureDraft {
  read: () => unknown;
  write: (pictures: UploadedPicture[]) => void;
  /** The pictures of a draft that can change in another tab. */
  subscribe?: (changed: () => void) => () => void;
}

/** The pictures of a dialog, as `useEvidencePictures`. Its draft ends with the dialog. */
export function useDialogPictures(subject: string) {
  return useEvidencePictures(useDialogDraft(`${subject}.pictures`), limits.evidencePictures);
}

/** The pictures of a form, which are uploaded while the text is written, with a draft of those that have arrived. */
export function useEvidencePictures(draft: PictureDraft, most: number) {
  const [uploads] = useState(() => {
    const kept = draft.read();
    return browserUploadList(most, Array.isArray(kept) ? kept.filter(isUploaded) : []);
  });
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.pictures);
  const [isUploading, setIsUploading] = useState(false);
  const save = useEffectEvent(() => draft.write(uploadedOf(uploads.pictures())));
  const follow = useEffectEvent(() => {
    const kept = draft.read();
    uploads.follow(Array.isArray(kept) ? kept.filter(isUploaded) : []);
  });
  useEffect(() => {
    const stop = uploads.subscribe(() => save());
    return () => {
      stop();
      uploads.close();
    };
  }, [uploads]);
  const { subscribe } = draft;
  useEffect(() => subscribe?.(() => follow()), [subscribe]);
  return {
    uploads,
    pictures,
    /** Whether a form waits for the uploads. */
    isUploading,
    /** Waits for the uploads. Null when one has failed. */
    async addresses(): Promise<string[] | null> {
      setIsUploading(true);
      await uploads.settled();
      setIsUploading(false);
      const steps = uploads.pictures().map(({ step }) => step);
      const done = steps.flatMap((step) => (step.at === 'done' ? [step.url] : []));
      return done.length === steps.length ? done : null;
    },
  };
}

/** Pictures that show what the text says, as many as `useEvidencePictures` takes. */
export function EvidencePictures({
  uploads,
  pictures,
  most = limits.evidencePictures,
  isCompact = false,
  label = t`Pictures`,
  hint = t`Up to ${most}, showing what you describe.`,
}: {
  uploads: UploadList;
  pictures: readonly ListedPicture[];
  most?: number;
  /** Takes little height: what the pictures are is read out and not shown. */
  isCompact?: boolean;
  label?: string;
  hint?: string;
}) {
  const id = useId();
  const [leftOut, setLeftOut] = useState(0);
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className={isCompact ? 'sr-only' : 'font-semibold'}>
        <span>{label}</span> <span className="font-normal text-muted">{t`(optional)`}</span>
      </legend>
      <p className={isCompact ? 'sr-only' : 'mt-1.5 mb-3 text-sm text-muted'} id={`${id}-hint`}>
        {isCompact ? t`Up to ${most}` : hint}
      </p>
      {pictures.length > 0 && (
        <ul className={`mb-3 grid gap-3 ${isCompact ? 'max-w-xs grid-cols-4' : 'grid-cols-3'}`}>
          {pictures.map((picture, index) => (
            <Tile key={picture.id} number={index + 1} picture={picture} uploads={uploads} />
          ))}
        </ul>
      )}
      <FileButton
        accept={pictureTypes.join(',')}
        aria-describedby={`${id}-hint`}
        disabled={pictures.length >= most}
        multiple
        onFiles={(files) => setLeftOut(uploads.add(files))}
      >
        <Icon name="plus" />
        <span>{t`Add pictures`}</span>
      </FileButton>
      <div className="mt-1.5">
        <FieldError
          message={
            leftOut === 0
              ? undefined
              : t`At most ${plural(most, { one: '# picture', other: '# pictures' })}: ${plural(leftOut, { other: '# left out' })}.`
          }
        />
      </div>
    </fieldset>
  );
}

function Tile({
  picture,
  number,
  uploads,
}: {
  picture: ListedPicture;
  number: number;
  uploads: UploadList;
}) {
  const { id, preview, step } = picture;
  return (
    <li className="min-w-0">
      <div
        className={`relative aspect-4/3 overflow-hidden rounded-md border bg-sunken ${step.at === 'failed' ? 'border-red' : 'border-line-strong'}`}
      >
        <img
          alt=""
          className={`absolute inset-0 size-full object-cover ${step.at === 'done' ? '' : 'opacity-50'}`}
          src={preview}
        />
        {isOnItsWay(picture) && (
          <progress
            aria-label={t`Upload of picture ${number}`}
            className="absolute inset-x-1 bottom-1 h-2 w-[calc(100%-0.5rem)] appearance-none overflow-hidden rounded-full bg-surface accent-brass [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-brass"
            max={1}
            value={step.at === 'uploading' ? step.share : 0}
          />
        )}
        <button
          aria-label={t`Remove picture ${number}`}
          className="absolute top-1 end-1 grid size-9 place-items-center max-sm:size-11 pointer-coarse:size-11 rounded-md bg-surface/85 text-ink"
          onClick={() => uploads.remove(id)}
          type="button"
        >
          <Icon name="bin" />
        </button>
      </div>
      {step.at === 'failed' && (
        <>
          <p className="text-sm font-medium text-red" role="alert">
            {step.message}
          </p>
          {step.again !== 'never' && (
            <Button onClick={() => uploads.retry(id)} size="small">
              <Trans>
                Try again<span className="sr-only"> to upload picture {number}</span>
              </Trans>
            </Button>
          )}
        </>
      )}
    </li>
  );
}
