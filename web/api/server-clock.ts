/** The server's time, as far as its replies have said it; until then the device's, which may be days off. */
export interface ServerClock {
  now(): number;
  /** Takes the `Date` header of a reply (RFC 9110, in seconds). */
  readDate(header: string | null): void;
  /** Calls `listener` after every correction. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Asks the server for its time, if no reply has said it yet. */
  ask(): void;
}

/**
 * A reply arrives after the time in its header, so the latest of all is the closest: one that was cached or slow
 * changes nothing. Between replies the time advances by `performance.now()`, which cannot be set.
 */
export function createServerClock(): ServerClock {
  const listeners = new Set<() => void>();
  let startMs: number | undefined;
  let isAsking = false;

  function readDate(header: string | null): void {
    const saidMs = Date.parse(header ?? '') - performance.now();
    if (Number.isNaN(saidMs) || (startMs !== undefined && saidMs <= startMs)) return;
    startMs = saidMs;
    for (const listener of listeners) listener();
  }

  return {
    now: () => (startMs === undefined ? Date.now() : startMs + performance.now()),
    readDate,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask() {
      if (startMs !== undefined || isAsking) return;
      isAsking = true;
      void fetch('/healthz', { method: 'HEAD' })
        .then(({ headers }) => readDate(headers.get('date')))
        // Not reached: the next reply of a call says it.
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    },
  };
}

/** The clock of this page. */
export const serverClock = createServerClock();
