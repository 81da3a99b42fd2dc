import {
  type IdentityCode,
  identityProblems,
  signInStartMessage,
  signInWindowMessage,
} from '#contract/identity/identity.ts';
import { openGoogleWindow } from './google-window.ts';
import { identityFailure } from './identity-failure.ts';

/** The time between checks whether the window was closed: browsers fire no event for that. */
const pollIntervalMs = 300;

/**
 * Opens the Google sign-in window and waits for its result. The window is opened before Google's URL is known, directly
 * in the click handler, because popup blockers stop later ones. It opens at a page of the shop: when a page that has a
 * `Cross-Origin-Opener-Policy` sends an empty window to another site, WebKit cuts the connection between the two, and
 * the window looks closed.
 * @param opened the window, when it was opened before this could be called
 * @throws IdentityFailure `popup-blocked`, `popup-closed-by-user`, or the result's failure
 */
export async function signInInPopup(
  findAddress: () => Promise<string>,
  opened: Window | null = openGoogleWindow(),
): Promise<void> {
  if (opened === null) throw identityFailure('popup-blocked');
  try {
    await endOf(opened, findAddress());
  } finally {
    opened.close();
  }
}

function endOf(opened: Window, address: Promise<string>): Promise<void> {
  let isSentOn = false;
  return new Promise((resolve, reject) => {
    const finish = (failure?: unknown) => {
      clearInterval(poll);
      removeEventListener('message', onMessage);
      if (failure) reject(failure);
      else resolve();
    };
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== location.origin) return;
      // The page asks until it is sent on.
      if (data?.type === signInStartMessage && !isSentOn) {
        isSentOn = true;
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
    }, pollIntervalMs);
    addEventListener('message', onMessage);
    address.then(() => opened.focus(), finish);
  });
}

function codeOf(error: unknown): IdentityCode {
  return typeof error === 'string' && Object.hasOwn(identityProblems, error)
    ? (error as IdentityCode)
    : 'google-refused';
}
