import { Trans } from '@lingui/react/macro';
import { type Ref, useId } from 'react';
import { limits } from '#contract/constants.ts';
import { plural, t } from '#contract/text.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Clips } from './Clips.tsx';
import type { ClipsState, ListedClip } from './use-clips.ts';

const accept = 'audio/*,video/*,.mp3,.m4a,.ogg,.wav,.mp4,.webm,.mov';

/** Sound and video of a form, each with a line that says what it sounds like. */
export function ClipsField({
  state,
  areDescribed = false,
  isCompact = false,
  error,
  ref,
}: {
  state: ClipsState;
  /** Takes little height: what clips may be is read out and not shown. */
  isCompact?: boolean;
  /** Whether each needs its line, because everyone can play it. */
  areDescribed?: boolean;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const { clips, most } = state;
  const seconds = limits.clipSeconds;
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      className={isCompact ? 'min-w-0 has-[audio,video]:max-sm:basis-full' : ''}
    >
      <legend className={isCompact ? 'sr-only' : 'font-semibold'}>
        <Trans>
          Sound or video<span className="font-normal text-muted"> (optional)</span>
        </Trans>
      </legend>
      <p className={isCompact ? 'sr-only' : 'mt-1.5 mb-3 text-sm text-muted'} id={`${id}-hint`}>
        {t`Up to ${plural(most, { one: '# clip', other: '# clips' })} of ${seconds} seconds. Places and names in the file are removed.`}
      </p>
      {clips.length > 0 && (
        <ul className="mb-3 space-y-4">
          {clips.map((clip, index) => (
            <Item
              areDescribed={areDescribed}
              clip={clip}
              key={clip.id}
              number={index + 1}
              state={state}
            />
          ))}
        </ul>
      )}
      <FileButton
        accept={accept}
        aria-describedby={`${id}-hint`}
        disabled={clips.length >= most}
        multiple
        onFiles={state.add}
        {...(ref && { ref })}
      >
        <Icon name="plus" />
        <span>{t`Add sound or video`}</span>
      </FileButton>
      <div className="mt-1.5">
        <FieldError message={error} />
      </div>
    </fieldset>
  );
}

function Item({
  clip: { id, name, step, transcript },
  number,
  areDescribed,
  state,
}: {
  clip: ListedClip;
  number: number;
  areDescribed: boolean;
  state: ClipsState;
}) {
  return (
    <li className="space-y-2 rounded-md border border-line bg-sunken p-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0 grow">
          {step.at === 'done' && <Clips clips={[withoutWords(step.clip)]} />}
          {step.at !== 'done' && <p className="wrap-anywhere">{name}</p>}
          {step.at === 'uploading' && (
            <progress
              aria-label={t`Upload of clip ${number}`}
              className="mt-2 h-2 w-full accent-brass"
              max={1}
              value={step.share}
            />
          )}
          {step.at === 'failed' && (
            <p className="text-sm font-medium text-red" role="alert">
              {step.message}
            </p>
          )}
        </div>
        <button
          aria-label={t`Remove clip ${number}`}
          className="grid size-11 shrink-0 place-items-center rounded-md bg-surface text-ink"
          onClick={() => state.remove(id)}
          type="button"
        >
          <Icon name="bin" />
        </button>
      </div>
      {areDescribed && (
        <TextField
          hint={t`For people who cannot listen to it.`}
          label={t`What clip ${number} sounds like`}
          maxLength={limits.clipTranscriptLength}
          onChange={({ target }) => state.describe(id, target.value)}
          value={transcript}
        />
      )}
    </li>
  );
}

/** Its line is in the field below. */
function withoutWords<Of extends { transcript?: string | undefined }>(clip: Of): Of {
  return { ...clip, transcript: undefined };
}
