import { signInWindow } from '#contract/constants.ts';
import { type IdentityCode, identityProblems, signInWindowMessage } from '#contract/identity.ts';
import { IdentityFailure } from './identity-failure.ts';

/** How often it is looked whether the person has closed the window: no event says so. */
const lookEveryMs = 300;

/**
 * Opens the window in which Google asks and waits for its end. It is opened before the address is known, in the very
 * click, because a browser blocks what comes later.
 * @throws IdentityFailure `popup-blocked`, `popup-closed-by-user`, or what came out of it
 */
export async function askInWindow(findAddress: () => Promise<string>): Promise<void> {
  const opened = window.open('', 'reprise-sign-in', features());
  if (opened === null || opened.closed) throw new IdentityFailure('popup-blocked');
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
    const settle = (failure?: IdentityFailure) => {
      clearInterval(look);
      removeEventListener('message', hear);
      if (failure) reject(failure);
      else resolve();
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source !== opened || origin !== location.origin) return;
      if (data?.type !== signInWindowMessage) return;
      settle(data.error ? new IdentityFailure(codeOf(data.error)) : undefined);
    };
    const look = setInterval(() => {
      // A window that has just reported closes itself; its message is heard first.
      if (opened.closed) setTimeout(() => settle(new IdentityFailure('popup-closed-by-user')));
    }, lookEveryMs);
    addEventListener('message', hear);
  });
}

function codeOf(error: unknown): IdentityCode {
  return typeof error === 'string' && Object.hasOwn(identityProblems, error)
    ? (error as IdentityCode)
    : 'google-refused';
}

/** In the middle of the shop's own window. */
function features(): string {
  const { width, height } = signInWindow;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
