import { signInWindow } from '#contract/constants.ts';
import { type IdentityCode, identityProblems, signInWindowMessage } from '#contract/identity.ts';
import { identityFailure } from './describe-identity-failure.ts';
import type { IdentityFailure } from './identity-failure.ts';

/** How often to check whether the window was closed: browsers fire no event for that. */
const lookEveryMs = 300;

/**
 * Opens the Google sign-in window and waits for its result. The window is opened before the URL is known, directly
 * in the click handler, because popup blockers stop later ones.
 * @throws IdentityFailure `popup-blocked`, `popup-closed-by-user`, or the result's failure
 */
export async function signInInPopup(findAddress: () => Promise<string>): Promise<void> {
  const opened = window.open('', 'reprise-sign-in', features());
  if (opened === null || opened.closed) throw identityFailure('popup-blocked');
  try {
    opened.location.href = await findAddress();
    opened.focus();
    await endOf(opened);
  } finally {
    opened.close();
  }
}

function endOf(opened: Window): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (failure?: IdentityFailure) => {
      clearInterval(poll);
      removeEventListener('message', onMessage);
      if (failure) reject(failure);
      else resolve();
    };
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== location.origin) return;
      if (data?.type !== signInWindowMessage) return;
      finish(data.error ? identityFailure(codeOf(data.error)) : undefined);
    };
    const poll = setInterval(() => {
      // A window that has just reported closes itself; its message is processed first.
      if (opened.closed) setTimeout(() => finish(identityFailure('popup-closed-by-user')));
    }, lookEveryMs);
    addEventListener('message', onMessage);
  });
}

function codeOf(error: unknown): IdentityCode {
  return typeof error === 'string' && Object.hasOwn(identityProblems, error)
    ? (error as IdentityCode)
    : 'google-refused';
}

/** Centred over the shop's window. */
function features(): string {
  const { width, height } = signInWindow;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
