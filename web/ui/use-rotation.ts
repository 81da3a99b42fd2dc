import { useEffect, useEffectEvent } from 'react';

/** Calls `onTurn` every `intervalMs` while active and while the page is visible. */
export function useRotation(isActive: boolean, intervalMs: number, onTurn: () => void): void {
  const turn = useEffectEvent(() => {
    if (!document.hidden) onTurn();
  });
  useEffect(() => {
    if (!isActive) return;
    const timer = setInterval(() => turn(), intervalMs);
    return () => clearInterval(timer);
  }, [isActive, intervalMs]);
}
