import { useRef } from 'react';

/**
 * A key for what is about to be sent: the same as long as the same is sent, so that a repeated attempt whose answer was
 * lost is recognised, and a new one for something else.
 */
export function useAttemptKey(): (content: unknown) => string {
  const last = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
