import { signInWindow } from '#contract/constants.ts';
import {
  type IdentityCode,
  identityProblems,
  signInStartMessage,
  signInStartPath,
  signInWindowMessage,
} from '#contract/identity.ts';
import { identityFailure } from './describe-identity-failure.ts';

/** How often to check whether the window was closed: browsers fire no event for that. */
const lookEveryMs = 300;

/**
 * Opens the Google sign-in window and waits for its result. The window is opened before Google's URL is known, directly
 * in the click handler, because popup blockers stop later ones. It opens at a page of the shop: when a page that has a
 * `Cross-Origin-Opener-Policy` sends an empty window to another site, WebKit cuts the connection between the two, and
 * the window looks closed.
 * @throws IdentityFailure `popup-blocked`, `popup-closed-by-user`, or the result's failure
 */
export async function signInInPopup(findAddress: () => Promise<string>): Promise<void> {
  const opened = window.open(signInStartPath, 'reprise-sign-in', features());
  if (opened === null || opened.closed) throw identityFailure('popup-blocked');
  try {
    await endOf(opened, findAddress());
  } finally {
    opened.close();
  }
}

function endOf(opened: Window, address: Promise<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (failure?: unknown) => {
      clearInterval(poll);
      removeEventListener('message', onMessage);
      if (failure) reject(failure);
      else resolve();
    };
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== location.origin) return;
      if (data?.type === signInStartMessage) {
        // `replace`, so that Back does not lead from Google to a page that has nothing to show.
        address.then((url) => opened.location.replace(url)).catch(finish);
      }
      if (data?.type === signInWindowMessage) {
        finish(data.error ? identityFailure(codeOf(data.error)) : undefined);
      }
    };
    const poll = setInterval(() => {
      // A window that has just reported closes itself; its message is processed first.
      if (opened.closed) setTimeout(() => finish(identityFailure('popup-closed-by-user')));
    }, lookEveryMs);
    addEventListener('message', onMessage);
    address.then(() => opened.focus(), finish);
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
