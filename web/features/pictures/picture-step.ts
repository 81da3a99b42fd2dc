import { t } from '#contract/text.ts';
import { CallFailure, isWorthAskingAgain, NetworkFailure } from '../../api/failures.ts';
import { PictureRefusal } from './picture-kinds.ts';

/** The upload state of a picture. `share` is the progress from 0 to 1. */
export type PictureStep =
  | { at: 'waiting' }
  | { at: 'preparing' }
  | { at: 'uploading'; share: number }
  | { at: 'done'; url: string; uploadedAt: number | null }
  | { at: 'failed'; message: string; again: Again };

/** Whether the upload can be retried: never, on request, or automatically when the connection is back. */
type Again = 'never' | 'when asked' | 'when connected';

/** An earlier upload that the server has removed. */
export const goneStep: PictureStep = {
  at: 'failed',
  get message() {
    return t`The shop no longer has this picture. Please choose it again.`;
  },
  again: 'never',
};

/** The state after a failed upload. */
export function failedStep(failure: unknown): PictureStep {
  if (failure instanceof PictureRefusal) return failed(failure.message, 'never');
  if (failure instanceof NetworkFailure) return failed(failure.message, 'when connected');
  if (failure instanceof CallFailure) {
    const mayPass = isWorthAskingAgain(failure) || failure.status === 429;
    return failed(failure.message, mayPass ? 'when asked' : 'never');
  }
  // A programming error must be reported, and must not leave the picture waiting.
  queueMicrotask(() => {
    throw failure;
  });
  return failed(t`This picture could not be uploaded.`, 'when asked');
}

export function isWaitingForConnection(step: PictureStep): boolean {
  return step.at === 'failed' && step.again === 'when connected';
}

function failed(message: string, again: Again): PictureStep {
  return { at: 'failed', message, again };
}
