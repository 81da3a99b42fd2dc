import type { DatabaseLog } from '../database/log.ts';

/** Says nothing, where a test has no interest in the operator's log. */
export const quietLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Remembers the messages in order, for a test that has. */
export function recordingLog(): DatabaseLog & { messages: string[] } {
  const messages: string[] = [];
  const remember = (fields: unknown, message?: string) => {
    messages.push(message ?? String(fields));
  };
  return { messages, info: remember, warn: remember, error: remember };
}
