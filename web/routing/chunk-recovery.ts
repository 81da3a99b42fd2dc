const reloadedKey = 'reprise:reloaded';

/** What recovery needs from the browser. */
export interface Surroundings {
  /** The path that is shown; one reload is remembered for each. */
  path: string;
  /** Storage that lives as long as the tab. Calling it throws where the browser forbids storage. */
  memory: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** True when the server answers and is well. */
  isReachable: () => Promise<boolean>;
  reload: () => void;
}

/**
 * A page's script failed. After a deploy the old script is gone for good, and some browsers remember a failed import
 * for as long as the document lives; a new document mends both. So the document is loaded again, but only when the
 * server answers (the browser's offline page would help nobody). By itself that happens once per path: what still fails
 * then needs a person's decision (`isAsked`).
 * @returns whether the document is being loaded again
 */
export async function recoverChunk(around: Surroundings, isAsked: boolean): Promise<boolean> {
  if (!isAsked && !mayReloadByItself(around)) return false;
  if (!(await around.isReachable())) return false;
  if (!isAsked) around.memory().setItem(reloadedKey, around.path);
  around.reload();
  return true;
}

/** The page's script is there: its next failure may reload again. */
export function forgetChunkReload({ memory }: Pick<Surroundings, 'memory'>): void {
  try {
    memory().removeItem(reloadedKey);
  } catch {
    // Storage is forbidden: nothing was remembered, and nothing reloads by itself.
  }
}

/** The browser as it is. */
export function browserSurroundings(): Surroundings {
  return {
    path: location.pathname,
    memory: () => sessionStorage,
    isReachable: async () => {
      try {
        return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).status < 500;
      } catch {
        return false;
      }
    },
    reload: () => location.reload(),
  };
}

/** Without a memory a reload could follow the other for ever. */
function mayReloadByItself({ memory, path }: Surroundings): boolean {
  try {
    return memory().getItem(reloadedKey) !== path;
  } catch {
    return false;
  }
}
