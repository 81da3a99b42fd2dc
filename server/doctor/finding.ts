/** What a check found. A fault keeps the shop from working as promised; advice is worth a look. */
export interface Finding {
  level: 'ok' | 'advice' | 'fault';
  text: string;
  /** What to do about it. */
  remedy?: string;
}

export interface Check {
  /** The heading that its findings are printed under. */
  about: string;
  /** Resolves within a minute. What it throws becomes a fault. */
  run(): Promise<Finding[]>;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const advice = (text: string, remedy: string): Finding => ({
  level: 'advice',
  text,
  remedy,
});
export const fault = (text: string, remedy: string): Finding => ({ level: 'fault', text, remedy });

/** The reason why something outside did not work, without addresses that may have passwords in them. */
export function reasonOf(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const inner = cause instanceof Error ? cause : error;
  if (!(inner instanceof Error)) return String(inner);
  const { code } = inner as { code?: unknown };
  const message = inner.message || inner.name;
  return typeof code === 'string' && !message.includes(code) ? `${message} (${code})` : message;
}
