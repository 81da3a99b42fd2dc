import type { ComponentType } from 'react';
import { chunkTimeoutMs } from '#contract/constants.ts';

/** A lazily loaded page, for the `lazy` of its route. */
export interface LazyPage {
  /** Its module, as named in the Vite manifest. */
  source: string;
  /** @throws ChunkFailure when the script fails to load or times out */
  load(): Promise<ComponentType>;
}

/** A page's script failed to load or timed out. */
export class ChunkFailure extends Error {
  constructor(source: string, cause?: unknown) {
    super(`The script of ${source} did not load`, { cause });
    this.name = 'ChunkFailure';
  }
}

/** Times out after the specification's 120 s. */
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
