import { useEffect, useState } from 'react';

/**
 * Stands inside a modal and gives the focus back to where it was before. React Aria does so too, in the next frame; but a
 * frame that comes before the page behind the modal is let go of (`inert`) tries in vain, and the focus is lost:
 * https://github.com/adobe/react-spectrum/issues/10610. React cleans up from the outside in, so here the page is free.
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
