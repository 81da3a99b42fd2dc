import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { useBlocker } from 'react-router';
import type { Clip, SentClip } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import type { ShopCommission } from '#contract/payments/commission.ts';
import { msg, t } from '#contract/text.ts';
import { NetworkFailure } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ClipsField } from '../../clips/ClipsField.tsx';
import { type ListedClip, missingClip, useClips } from '../../clips/use-clips.ts';
import { type KeptClip, keptClips } from '../../clips/use-draft-clips.ts';
import { kindQuery } from '../../instruments/queries.ts';
import { browserUploadList } from '../../pictures/browser-upload-list.ts';
import type { ListedPicture } from '../../pictures/picture-list.ts';
import { isOnItsWay } from '../../pictures/upload-list.ts';
import { type Answers, answersOf } from './answers.ts';
import type { Draft, DraftPlace } from './draft.ts';
import { ListingFieldset } from './ListingFieldset.tsx';
import { type Listing, listingForm } from './listing-form.ts';
import { PicturesField } from './PicturesField.tsx';
import type { DraftState } from './use-draft.ts';
import { useDraft } from './use-draft.ts';
import { useKind } from './use-kind.ts';
import { usePresets } from './use-presets.tsx';
import { useSubmission } from './use-submission.ts';

/** The functions of the page around the form. */
export interface ListingFormOptions {
  /** The initial values when there is no draft. */
  start: Omit<Draft, 'clips'>;
  /** Those that the listing has already. */
  clips?: readonly Clip[] | undefined;
  place: DraftPlace;
  submitLabel: string;
  /** What the shop takes of the price; undefined until it is known. */
  commission: ShopCommission | undefined;
  /** The busy label of the submit button, like 'Adding'. */
  busyLabel: string;
  /** Submits the listing. `keyFor` returns the idempotency key for `body`. Throws what the call throws. */
  onSend: (
    listing: Listing,
    pictures: readonly string[],
    /** Undefined when the listing has no kind. */
    answers: Answers | undefined,
    keyFor: (body: string) => string,
    clips: readonly SentClip[],
  ) => Promise<void>;
  /** Whether the condition and the year that the form begins with are asked before it is sent. */
  asksPresets?: boolean;
  /** Called after a successful submit, when the draft has been removed. */
  onSent: () => void;
  /** Called when the draft is discarded. Remount the form to reset it. */
  onDiscard: () => void;
}

/** The listing form with pictures and draft. */
export function ListingForm(use: ListingFormOptions) {
  const { start, place, submitLabel, busyLabel, onSend, onSent, onDiscard } = use;
  const [savedDraft] = useState(() => place.read());
  const [uploads] = useState(() =>
    browserUploadList(limits.picturesPerProduct, (savedDraft ?? start).pictures),
  );
  const pictures = useSyncExternalStore(uploads.subscribe, uploads.pictures);
  const picturesInput = useRef<HTMLInputElement>(null);
  const [arePicturesAsked, setArePicturesAsked] = useState(false);
  const form = useForm({
    resolver: zodResolver(listingForm),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: { ...start.fields, ...savedDraft?.fields },
  });
  const used = (use.clips ?? []).map((clip): KeptClip => ({ clip, uploadedAt: null }));
  const [kept] = useState(() =>
    savedDraft?.clips ? keptClips(savedDraft.clips, Date.now()) : used,
  );
  const clips = useClips(
    limits.clipsPerProduct,
    kept.map(({ clip }) => clip),
  );
  const draft = useDraft(
    { form, uploads, start: { ...start, clips: used }, place, clips: clips.clips, keptClips: kept },
    savedDraft,
  );
  const { choice, kind } = useKind(form);
  const presets = usePresets(form, use.asksPresets ?? false);
  const clipsInput = useRef<HTMLInputElement>(null);
  const [clipsError, setClipsError] = useState<string>();
  const client = useQueryClient();
  const { isBusy, failure, submit } = useSubmission({ form, uploads }, picturesInput, {
    async confirm() {
      const fault = faultOf(clips.clips);
      setClipsError(fault);
      if (fault === undefined) return presets.confirm();
      clipsInput.current?.focus();
      return false;
    },
    async send(listing, addresses) {
      const asked =
        choice.id === undefined ? undefined : await client.ensureQueryData(kindQuery(choice.id));
      const answers = asked && answersOf(asked, listing);
      const sent = await clips.sent();
      if (sent === null) throw new NetworkFailure(t(missingClip));
      await onSend(listing, addresses, answers, draft.keyFor, sent);
      draft.end();
      onSent();
    },
  });
  useEffect(() => {
    addEventListener('online', uploads.retryUnreached);
    return () => {
      removeEventListener('online', uploads.retryUnreached);
      uploads.close();
    };
  }, [uploads]);

  const isUploading = pictures.some(isOnItsWay) || clips.isUploading;
  return (
    <Form
      className="space-y-6"
      method="post"
      isSending={isBusy}
      onSubmit={() => {
        setArePicturesAsked(true);
        void submit();
      }}
    >
      <DraftStatus
        onDiscard={() => {
          draft.end();
          onDiscard();
        }}
        state={draft.state}
      />
      <ListingFieldset
        choice={choice}
        commission={use.commission}
        form={form}
        kind={kind}
        pictures={
          <PicturesField
            error={arePicturesAsked ? wrongWith(pictures) : undefined}
            onBlur={() => setArePicturesAsked(true)}
            pictures={pictures}
            ref={picturesInput}
            uploads={uploads}
          />
        }
      />
      <ClipsField areDescribed error={clipsError} ref={clipsInput} state={clips} />
      <div className="space-y-3 border-t border-line pt-6">
        <Button
          busyLabel={isUploading ? t`Waiting for the uploads` : busyLabel}
          className="max-sm:w-full"
          isBusy={isBusy}
          size="large"
          type="submit"
          variant="primary"
        >
          {submitLabel}
        </Button>
        <p className="text-sm text-muted" role="status">
          {isBusy &&
            isUploading &&
            t`Pictures or clips are still uploading. The listing will be sent as soon as they are done.`}
        </p>
        <FieldError message={failure} />
      </div>
      <div className="contents">{presets.dialog}</div>
      <LeaveWithUploads isUploading={isUploading} />
    </Form>
  );
}

function faultOf(clips: readonly ListedClip[]): string | undefined {
  if (clips.some(({ step }) => step.at === 'failed')) return t(missingClip);
  const isSilent = clips.some(({ transcript }) => transcript.trim() === '');
  return isSilent ? t`Describe the sound in a line` : undefined;
}

function wrongWith(pictures: readonly ListedPicture[]): string | undefined {
  if (pictures.length === 0) return messages.required.picture;
  if (!pictures.some(({ step }) => step.at === 'failed')) return undefined;
  return t`A picture did not upload. Try again, choose another, or remove it.`;
}

/** Asks before leaving the page while uploads are running, because they would be lost. */
function LeaveWithUploads({ isUploading }: { isUploading: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUploading && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isUploading) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUploading]);
  return (
    <ConfirmDialog
      confirmLabel={t`Leave`}
      isOpen={blocker.state === 'blocked'}
      keepLabel={t`Stay`}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t`Leave while pictures are uploading?`}
    >
      {t`The draft stays on this device, but without the pictures that have not finished uploading.`}
    </ConfirmDialog>
  );
}

const texts: Record<DraftState, string> = textsOf({
  nothing: msg`Saved on this device as you type.`,
  saved: msg`Draft saved on this device`,
  refused: msg`This browser cannot save drafts: what you type is lost when you leave.`,
});

/** Shows whether the draft is saved, and a button to discard it. Its space is reserved, so nothing shifts. */
function DraftStatus({ state, onDiscard }: { state: DraftState; onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-muted">
      <p className="flex items-center gap-1.5" role="status">
        {state === 'saved' && <Icon className="size-4 text-green" name="check" />}
        <span>{texts[state]}</span>
      </p>
      {state === 'saved' && (
        <Button onClick={() => setIsAsking(true)} size="small" variant="link">
          {t`Discard the draft`}
        </Button>
      )}
      <ConfirmDialog
        confirmLabel={t`Discard it`}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          onDiscard();
        }}
        title={t`Discard this draft?`}
      >
        {t`What you have typed and uploaded here will be lost. What is already listed stays as it is.`}
      </ConfirmDialog>
    </div>
  );
}
