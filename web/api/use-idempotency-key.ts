import { useRef } from 'react';
import { newIdempotencyKey } from './idempotency-key.ts';

/**
 * An idempotency key: the same while the same body is sent, so that a repeat after a lost reply is recognised, and a new one
 * for another body.
 */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.body !== text) last.current = { body: text, key: newIdempotencyKey() };
    return last.current.key;
  };
}
