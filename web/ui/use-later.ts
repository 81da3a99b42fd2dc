import { useEffect, useState } from 'react';

/** The pause in typing after which the shop is asked. */
const pauseMs = 500;

/** The value after it did not change for a moment. */
export function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
