/** What the program of early-clicks.ts leaves behind in the window. */
interface EarlyClicks {
  repriseEarly?: () => Element | null;
}

let pressed: Element | null = null;

/** To be called just before the page comes alive: from then on its own script hears every press. */
export function endEarlyClicks(): void {
  pressed = (window as EarlyClicks).repriseEarly?.() ?? null;
}

/**
 * To be called when a part of the document is alive: presses again what was pressed in it too early, if it is still
 * there. The page comes alive after the frame around it, and a press before that would come to nothing.
 */
export function replayEarlyClick(part: 'frame' | 'page'): void {
  const button = pressed;
  if (!(button instanceof HTMLElement)) return;
  if (part === 'frame' && button.closest('main')) return;
  pressed = null;
  if (button.isConnected) button.click();
}
