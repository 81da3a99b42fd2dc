import { identityProblem } from '../../identity-problem.ts';
import { type BetterAuth, type BetterAuthDeps, createBetterAuth } from './better-auth.ts';

export interface BetterAuthInstances {
  /** The instance for requests to this host. */
  forHost(host: string | undefined): BetterAuth;
  /**
   * The instance with Google sign-in. Creating it fetches Google's discovery document, so it is separate: an outage of
   * Google does not affect other requests. After a failure the next call tries again.
   * @throws Problem google-not-configured, provider-failed
   */
  forHostWithGoogle(host: string | undefined): Promise<BetterAuth>;
}

export interface InstancesDeps extends Omit<BetterAuthDeps, 'origin'> {
  /** The origins of the shop; requests to an unknown host use the first one. Known only once the server listens. */
  origins: () => readonly string[];
}

/** An instance of Better Auth is bound to one origin, for cookies, links and Google's redirect, so there is one per origin. */
export function createBetterAuthInstances({
  origins,
  ...deps
}: InstancesDeps): BetterAuthInstances {
  const instances = new Map<string, BetterAuth>();

  function getInstance(origin: string, google: BetterAuthDeps['google']): BetterAuth {
    const key = `${origin} ${google ? 'with' : 'without'} Google`;
    const existing = instances.get(key);
    if (existing) return existing;
    const created = createBetterAuth({ ...deps, origin, google });
    instances.set(key, created);
    return created;
  }

  function originOfHost(host: string | undefined): string {
    const all = origins();
    const matching = all.find((origin) => new URL(origin).host === host?.toLowerCase());
    return matching ?? all[0] ?? '';
  }

  return {
    forHost: (host) => getInstance(originOfHost(host), undefined),
    async forHostWithGoogle(host) {
      const { google } = deps;
      if (!google) throw identityProblem('google-not-configured');
      const origin = originOfHost(host);
      const auth = getInstance(origin, google);
      const { socialProviders } = await auth.$context;
      const found = socialProviders.find(({ id }) => id === 'google');
      if (found && sameIssuer(found.issuer, google.issuer)) return auth;
      instances.delete(`${origin} with Google`);
      const cause = new Error(`${google.issuer} returned no usable discovery document`);
      throw identityProblem('provider-failed', { cause });
    },
  };
}

function sameIssuer(discovered: string | undefined, configured: string): boolean {
  return discovered?.replace(/(?<!\/)\/+$/, '') === configured;
}
