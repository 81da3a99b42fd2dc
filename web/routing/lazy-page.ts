import type { ComponentType } from 'react';
import { chunkTimeoutMs } from '#contract/constants.ts';

/** A page in a script of its own, for the `lazy` of its route. */
export interface LazyPage {
  /** Its module, as the Vite manifest names it. */
  source: string;
  /** @throws ChunkFailure when the script does not arrive, or not in time */
  load(): Promise<ComponentType>;
}

/** A page's script did not arrive, or not in time. */
export class ChunkFailure extends Error {
  constructor(source: string, cause?: unknown) {
    super(`The script of ${source} did not load`, { cause });
    this.name = 'ChunkFailure';
  }
}

/** Gives up on the script after the specification's 120 s. */
export function lazyPage(
  source: string,
  importPage: () => Promise<ComponentType>,
  timeoutMs: number = chunkTimeoutMs,
): LazyPage {
  return {
    source,
    async load() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timeout = new Promise<never>((_, reject) => {
        const error = new Error(`No script within ${timeoutMs} ms`);
        timer = setTimeout(reject, timeoutMs, error);
      });
      try {
        return await Promise.race([importPage(), timeout]);
      } catch (cause) {
        throw new ChunkFailure(source, cause);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
