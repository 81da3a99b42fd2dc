/** What the inline script of boot.ts leaves in the window. */
interface EarlyClickGlobals {
  earlyButton?: Element;
  rememberButton?: (event: Event) => void;
}

let pressed: Element | undefined;

/** To be called just before hydration: from then on React handles every click. */
export function endEarlyClicks(): void {
  const { earlyButton, rememberButton } = window as EarlyClickGlobals;
  pressed = earlyButton;
  if (rememberButton) document.removeEventListener('click', rememberButton, true);
}

/**
 * To be called when a part of the document is hydrated: clicks the remembered button if it is in this part and still
 * there. The page is hydrated after the frame around it.
 */
export function replayEarlyClick(part: 'frame' | 'page'): void {
  const button = pressed;
  if (!(button instanceof HTMLElement)) return;
  if (part === 'frame' && button.closest('main')) return;
  pressed = undefined;
  if (button.isConnected) button.click();
}
