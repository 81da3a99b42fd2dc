import { CallFailure, isWorthAskingAgain, NetworkFailure } from '../../../api/failures.ts';
import { PictureRefusal } from './picture-kinds.ts';

/** How far a picture has come. `share` is what has gone so far, from 0 to 1. */
export type PictureStep =
  | { at: 'waiting' }
  | { at: 'preparing' }
  | { at: 'uploading'; share: number }
  | { at: 'done'; url: string; uploadedAt: number | null }
  | { at: 'failed'; message: string; again: Again };

/** Whether the same file may be tried again: not at all, when asked, or by itself once there is a connection. */
type Again = 'never' | 'when asked' | 'when connected';

/** An upload of an earlier day that the shop has not kept. */
export const goneStep: PictureStep = {
  at: 'failed',
  message: 'The shop no longer has this picture. Please choose it again.',
  again: 'never',
};

/** What a failed upload says about itself. */
export function failedStep(failure: unknown): PictureStep {
  if (failure instanceof PictureRefusal) return failed(failure.message, 'never');
  if (failure instanceof NetworkFailure) return failed(failure.message, 'when connected');
  if (failure instanceof CallFailure) {
    const mayPass = isWorthAskingAgain(failure) || failure.status === 429;
    return failed(failure.message, mayPass ? 'when asked' : 'never');
  }
  // A fault of ours must not pass in silence, and must not leave the picture waiting for ever either.
  queueMicrotask(() => {
    throw failure;
  });
  return failed('This picture could not be sent.', 'when asked');
}

export function isWaitingForConnection(step: PictureStep): boolean {
  return step.at === 'failed' && step.again === 'when connected';
}

function failed(message: string, again: Again): PictureStep {
  return { at: 'failed', message, again };
}
