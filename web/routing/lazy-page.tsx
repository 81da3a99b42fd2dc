import type { ComponentType } from 'react';
import { chunkTimeoutMs } from '#contract/constants.ts';

/** A page whose script comes when the page is wanted. */
export interface LazyPage {
  /** Its module, as the Vite manifest names it. */
  source: string;
  /** Fetches the script, once. Throws a ChunkFailure, and then another call tries again. */
  load(): Promise<void>;
  /** Shows the page. To be rendered after `load`. */
  Page: ComponentType;
}

/** A page's script did not arrive, or not in time. */
export class ChunkFailure extends Error {
  constructor(source: string, cause?: unknown) {
    super(`The page ${source} did not arrive`, { cause });
    this.name = 'ChunkFailure';
  }
}

/**
 * A page in a script of its own. The router waits for `load` before it shows the page, so the old page stays in place
 * meanwhile and nothing flickers; React.lazy would remember a failure for ever.
 */
export function lazyPage(
  source: string,
  importPage: () => Promise<ComponentType>,
  timeoutMs: number = chunkTimeoutMs,
): LazyPage {
  let Loaded: ComponentType | undefined;
  let underWay: Promise<void> | undefined;

  async function fetchPage(): Promise<void> {
    try {
      Loaded = await within(timeoutMs, importPage());
    } catch (cause) {
      underWay = undefined;
      throw new ChunkFailure(source, cause);
    }
  }

  return {
    source,
    load() {
      underWay ??= fetchPage();
      return underWay;
    },
    Page() {
      if (!Loaded) throw new ChunkFailure(source);
      return <Loaded />;
    },
  };
}

async function within<Result>(timeoutMs: number, result: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came in ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([result, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
