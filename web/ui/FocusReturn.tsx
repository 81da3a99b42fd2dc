import { useEffect, useState } from 'react';

/**
 * Rendered inside a modal, it returns the focus to the previously focused element when the modal closes. React Aria
 * does the same one frame later, but fails when that frame runs before `inert` is removed from the page, and then
 * the focus is lost: https://github.com/adobe/react-spectrum/issues/10610. React runs cleanups parent first, so at
 * this point `inert` is removed.
 */
export function FocusReturn() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body;
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus();
    },
    [before],
  );
  return null;
}
