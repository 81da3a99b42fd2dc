/** What the program of early-clicks.ts leaves behind in the window. */
interface EarlyClicks {
  repriseEarly?: () => Element | null;
}

let pressed: Element | null = null;

/** To be called just before the page comes alive: from then on its own script hears every press. */
export function endEarlyClicks(): void {
  pressed = (window as EarlyClicks).repriseEarly?.() ?? null;
}

/** To be called when the page is alive: presses again what was pressed too early, if it is still there. */
export function replayEarlyClick(): void {
  const button = pressed;
  pressed = null;
  if (button instanceof HTMLElement && button.isConnected) button.click();
}
