import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { t } from '#contract/text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, type FieldFrame } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** A running upload: its progress from 0 to 1, and how to cancel it. */
export interface Upload {
  share: number;
  onCancel: () => void;
}

/** A file input for a picture, with preview and upload progress. */
export function PictureField({
  picture,
  present,
  onChange,
  onBlur,
  upload,
  name,
  accept,
  ref,
  instead,
  ...frame
}: FieldFrame & {
  picture: File | undefined;
  /** URL of the current picture, if there is one. */
  present?: string | undefined;
  onChange: (picture: File | undefined) => void;
  onBlur?: () => void;
  upload?: Upload | undefined;
  name: string;
  /** Accepted media types, as an `accept` value. */
  accept: string;
  ref?: Ref<HTMLInputElement>;
  /** Another way to a picture, beside the file. */
  instead?: ReactNode;
}) {
  const preview = usePreview(picture);
  return (
    <Field {...frame}>
      {(control) => (
        <div className="flex items-center gap-4">
          <span className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-full border border-line-strong bg-sunken text-muted">
            {preview || present ? (
              <img
                alt={preview ? t`Preview of what you have chosen` : t`Your current picture`}
                className="size-full object-cover"
                height={80}
                src={preview ?? present}
                width={80}
              />
            ) : (
              <Icon className="size-8" name="picture" />
            )}
          </span>
          <div className="min-w-0 flex-1 space-y-2">
            <input
              {...control}
              accept={accept}
              className="block w-full min-h-11 rounded-md text-sm text-muted file:me-3 file:min-h-11 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-line-strong file:bg-surface file:px-4 file:font-semibold file:text-ink file:transition hover:file:border-ink hover:file:bg-sunken"
              disabled={upload !== undefined}
              name={name}
              onBlur={onBlur}
              // Closing the file dialog without a choice keeps the previous choice.
              onChange={({ target }) => target.files?.[0] && onChange(target.files[0])}
              ref={ref}
              type="file"
            />
            {!upload && instead}
            {upload && <Progress {...upload} />}
          </div>
        </div>
      )}
    </Field>
  );
}

function Progress({ share, onCancel }: Upload) {
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={t`Upload of the picture`}
        className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-sunken accent-brass [&::-moz-progress-bar]:bg-brass [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brass"
        max={1}
        value={share}
      />
      <Button onClick={onCancel} size="small">
        {t`Cancel upload`}
      </Button>
    </div>
  );
}

/** An object URL for the file, revoked when it is no longer shown. */
function usePreview(picture: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!picture) return setAddress(undefined);
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}
