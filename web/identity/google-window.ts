import { signInWindow } from '#contract/constants.ts';
import { signInStartPath } from '#contract/identity/identity.ts';

/**
 * Opens the window for Google, at a page of the shop that waits until `signInInPopup` sends it on. To be called directly
 * in a click handler, before anything is loaded: Safari blocks a window that opens later.
 * @returns null when the browser blocked it
 */
export function openGoogleWindow(): Window | null {
  const opened = window.open(signInStartPath, 'reprise-sign-in', features());
  // Some blockers return a window that is closed already.
  return opened === null || opened.closed ? null : opened;
}

/** Centred over the shop's window. */
function features(): string {
  const { width, height } = signInWindow;
  const left = Math.round(screenX + (outerWidth - width) / 2);
  const top = Math.round(screenY + (outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}
