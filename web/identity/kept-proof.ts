import { identityTiming } from '#contract/constants.ts';
import type { IdentityToken, ProvenIdentity } from './provider.ts';

export interface StoredIdentityToken {
  /** A proof that still lasts, from memory or the provider. Calls at the same moment wait for one answer. */
  token(wish?: { isFresh?: boolean }): Promise<IdentityToken>;
  /** Forgets the proof: somebody came, changed or left. */
  forget(): void;
  watch(listener: (identity: ProvenIdentity | null) => void): () => void;
}

/**
 * Keeps the identity token in memory, and nowhere else: whoever can read storage must not find it. As long as somebody
 * watches it is renewed five minutes before its end; in its last thirty seconds it is not handed out any more.
 */
export function storedIdentityToken(
  fetchToken: () => Promise<IdentityToken>,
  now: () => number = Date.now,
): StoredIdentityToken {
  const watchers = new Set<(identity: ProvenIdentity | null) => void>();
  let kept: IdentityToken | null = null;
  let underWay: Promise<IdentityToken> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(proof: IdentityToken | null): void {
    kept = proof;
    setTimer();
    for (const watcher of watchers) watcher(proof);
  }

  function setTimer(): void {
    clearTimeout(timer);
    if (kept === null || watchers.size === 0) return;
    const { renewBeforeEndMs, expiredWithinMs } = identityTiming;
    const wait = leftMs(kept) - renewBeforeEndMs;
    timer = setTimeout(() => void renew(), Math.max(wait, expiredWithinMs));
  }

  async function renew(): Promise<void> {
    // Who watches hears that the proof has ended; who needs one asks for it and hears why there is none.
    await fetchNow().catch(() => keep(null));
  }

  async function fetchNow(): Promise<IdentityToken> {
    const asked = fetchToken();
    underWay = asked;
    try {
      const proof = await asked;
      // Meanwhile somebody may have left: then it is a proof of the past.
      if (underWay === asked) keep(proof);
      return proof;
    } finally {
      if (underWay === asked) underWay = undefined;
    }
  }

  function leftMs(proof: IdentityToken): number {
    return proof.expiresAt.getTime() - now();
  }

  return {
    async token({ isFresh = false } = {}) {
      if (!isFresh && kept && leftMs(kept) > identityTiming.expiredWithinMs) return kept;
      return underWay ?? fetchNow();
    },
    forget() {
      underWay = undefined;
      keep(null);
    },
    watch(listener) {
      watchers.add(listener);
      setTimer();
      listener(kept);
      return () => {
        watchers.delete(listener);
        setTimer();
      };
    },
  };
}
