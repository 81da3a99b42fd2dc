/** What the program below leaves behind in the window. */
interface EarlyClicks {
  repriseEarly?: () => Element | null;
}

/**
 * The program, as text for an inline script, that remembers the last button that was pressed before the page's script
 * was there. A page arrives readable and its script later: on a slow line a press would otherwise be lost.
 */
export const earlyClicks =
  `(function(d,w){var last=null;function hear(e){var b=e.target.closest('button');if(b)last=b}
d.addEventListener('click',hear,true);
w.repriseEarly=function(){d.removeEventListener('click',hear,true);return last}})(document,window)`.replaceAll(
    '\n',
    '',
  );

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
