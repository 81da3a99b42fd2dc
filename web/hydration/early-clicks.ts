/** What the inline script of boot.ts leaves in the window. */
interface EarlyClickGlobals {
  earlyButtons?: readonly Element[];
  rememberButton?: (event: Event) => void;
}

let pressed: readonly Element[] = [];

/** To be called just before hydration: from then on React handles every click. */
export function endEarlyClicks(): void {
  const { earlyButtons = [], rememberButton } = window as EarlyClickGlobals;
  pressed = earlyButtons;
  if (rememberButton) document.removeEventListener('click', rememberButton, true);
}

/**
 * Clicks the remembered buttons of a part of the document that was hydrated and has them still, in their order: a user
 * may have filled in a demo account and pressed Login. The page is hydrated after the frame around it.
 */
export function replayEarlyClick(part: 'frame' | 'page'): void {
  const isLater = (button: Element) => part === 'frame' && button.closest('main') !== null;
  const due = pressed.filter((button) => !isLater(button));
  pressed = pressed.filter(isLater);
  for (const button of due) {
    if (button instanceof HTMLElement && button.isConnected) button.click();
  }
}
