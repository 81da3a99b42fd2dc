import type { DatabaseLog } from '../database/log.ts';

/** Discards all messages. */
export const quietLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Records the messages in order. */
export function recordingLog(): DatabaseLog & { messages: string[] } {
  const messages: string[] = [];
  const record = (fields: unknown, message?: string) => {
    messages.push(message ?? String(fields));
  };
  return { messages, info: record, warn: record, error: record };
}
