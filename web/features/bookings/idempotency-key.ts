import { useRef } from 'react';

/**
 * An idempotency key: the same while the same body is submitted, so that a repeat after a lost response is
 * recognised, and a new one for a different body.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
