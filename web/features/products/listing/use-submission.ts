import { type RefObject, useState } from 'react';
import { msg, t } from '#contract/text.ts';
import { CallFailure, NetworkFailure } from '../../../api/failures.ts';
import type { ListedPicture } from '../../pictures/picture-list.ts';
import { fieldOrder, type Listing } from './listing-form.ts';
import type { ListingFormDeps } from './use-draft.ts';

const offline = msg`You are offline. Everything here is saved on this device; send it as soon as there is a connection.`;

interface Sending {
  /** Asks what only the seller can say. False ends the submission. */
  confirm: () => Promise<boolean>;
  send: (listing: Listing, pictures: readonly string[]) => Promise<void>;
}

/**
 * Submits a listing: waits for its uploads, assigns the server's errors to their fields, and focuses the first
 * invalid one.
 */
export function useSubmission(
  { form, uploads }: Pick<ListingFormDeps, 'form' | 'uploads'>,
  picturesInput: RefObject<HTMLInputElement | null>,
  { confirm, send }: Sending,
) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  function focusFirstWrong(areFieldsWrong: (name: (typeof fieldOrder)[number]) => boolean): void {
    const first = fieldOrder.find(areFieldsWrong);
    if (arePicturesWrong(uploads.pictures())) picturesInput.current?.focus();
    else if (first) form.setFocus(first);
  }

  function showFailure(reason: unknown): void {
    if (reason instanceof NetworkFailure)
      setFailure(navigator.onLine ? reason.message : t(offline));
    else if (reason instanceof CallFailure) tellRefusal(reason);
    else throw reason;
  }

  function tellRefusal({ errors, message }: CallFailure): void {
    const wrong = fieldOrder.filter((name) => errors[name] !== undefined);
    for (const name of wrong) form.setError(name, { type: 'server', message: errors[name] ?? '' });
    const answer = Object.entries(errors).find(([field]) => /^(facts|checks)\./.test(field));
    if (answer) form.setError('facts', { type: 'server', message: answer[1] });
    const gone = gonePictures(uploads, errors);
    uploads.markGone(gone);
    if (wrong.length + gone.length === 0) {
      if (!answer) setFailure(message);
      document.querySelector<HTMLElement>('#facts button, #facts input, #facts select')?.focus();
    } else focusFirstWrong((name) => wrong.includes(name));
  }

  const submit = form.handleSubmit(
    async (listing) => {
      if (!navigator.onLine) return setFailure(t(offline));
      if (arePicturesWrong(uploads.pictures())) return picturesInput.current?.focus();
      if (!(await confirm())) return;
      setIsBusy(true);
      try {
        await uploads.settled();
        const pictures = addressesOf(uploads);
        if (pictures) await send(listing, pictures);
        else picturesInput.current?.focus();
      } catch (reason) {
        showFailure(reason);
      } finally {
        setIsBusy(false);
      }
    },
    (errors) => focusFirstWrong((name) => errors[name] !== undefined),
  );

  return {
    isBusy,
    failure,
    submit() {
      setFailure(undefined);
      return submit();
    },
  };
}

/** The picture URLs; undefined while there is none or one is not uploaded. */
function addressesOf({ pictures }: ListingFormDeps['uploads']): string[] | undefined {
  const addresses = pictures().flatMap(({ step }) => (step.at === 'done' ? [step.url] : []));
  return addresses.length > 0 && addresses.length === pictures().length ? addresses : undefined;
}

/** Whether there is no picture, or one whose upload does not continue by itself. */
function arePicturesWrong(pictures: readonly ListedPicture[]): boolean {
  return pictures.length === 0 || pictures.some(({ step }) => step.at === 'failed');
}

/** Which pictures the server refused: `image` is the first, `images.2` the third. */
function gonePictures(
  { pictures }: ListingFormDeps['uploads'],
  errors: Readonly<Record<string, string>>,
): string[] {
  return pictures()
    .filter(
      (_, place) =>
        errors[`images.${place}`] !== undefined || (place === 0 && errors.image !== undefined),
    )
    .map(({ id }) => id);
}
