import { type KeyboardEvent, useRef } from 'react';

/** Longer than this between two letters, and a new word begins. */
const wordPauseMs = 700;

/**
 * Moves the focus among the buttons of a list: to the next and the previous one by the arrow keys along the line, to the nearest
 * above and below by the others, to the first and the last by Home and End, and to the next whose text begins with what
 * is typed.
 * @returns what the list does with a key
 */
export function useArrowKeys() {
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const now = buttons.findIndex((button) => button.matches(':focus'));
    if (now < 0) return;
    const next = nextButton(event.key, buttons, now) ?? wordStart(event);
    if (!next) return;
    event.preventDefault();
    next.focus();

    function wordStart({ key, timeStamp }: { key: string; timeStamp: number }) {
      const isGoingOn = timeStamp - typed.current.at < wordPauseMs;
      const text = (isGoingOn ? typed.current.text : '') + key.toLocaleLowerCase();
      // Space presses the button, and other keys than letters have longer names.
      if ([...key].length !== 1 || text.trim() === '') return undefined;
      typed.current = { text, at: timeStamp };
      const from = text.length > 1 ? now : now + 1;
      const order = [...buttons.slice(from), ...buttons.slice(0, from)];
      return order.find(({ textContent }) => textContent.toLocaleLowerCase().startsWith(text));
    }
  };
}

function nextButton(key: string, buttons: readonly HTMLButtonElement[], now: number) {
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return buttons[key === forward ? now + 1 : now - 1];
    case 'ArrowDown':
      return nearestBelow(buttons, now, 1);
    case 'ArrowUp':
      return nearestBelow(buttons, now, -1);
    case 'Home':
      return buttons[0];
    case 'End':
      return buttons.at(-1);
    default:
      return undefined;
  }
}

/** The one in the same column, or the nearest to it, of the next line; with -1, of the line before. */
function nearestBelow(buttons: readonly HTMLButtonElement[], now: number, direction: 1 | -1) {
  const places = buttons.map((button) => ({ button, ...topAndStart(button) }));
  const own = places[now];
  if (!own) return undefined;
  const beyond = places.filter(({ top }) => (top - own.top) * direction > 1);
  const line = Math.min(...beyond.map(({ top }) => (top - own.top) * direction));
  return beyond
    .filter(({ top }) => (top - own.top) * direction < line + 1)
    .sort((one, other) => Math.abs(one.left - own.left) - Math.abs(other.left - own.left))[0]
    ?.button;
}

function topAndStart(button: HTMLButtonElement) {
  const { top, left } = button.getBoundingClientRect();
  return { top, left };
}
