import { identityProblem } from '../identity-problem.ts';
import { type BetterAuth, type BetterAuthDeps, createBetterAuth } from './better-auth.ts';

export interface BetterAuthInstances {
  /** For whoever asked at this host. */
  plain(host: string | undefined): BetterAuth;
  /**
   * The one that knows Google. It reads Google's discovery document when it is made, and everybody else should not wait
   * for that; when Google could not be reached, the next one who asks tries again.
   * @throws Problem google-not-configured, provider-failed
   */
  withGoogle(host: string | undefined): Promise<BetterAuth>;
}

export interface InstancesDeps extends Omit<BetterAuthDeps, 'origin'> {
  /** Addresses of this shop; the first one is for whoever asked at none of them. Known only once the server listens. */
  origins: () => readonly string[];
}

/** Better Auth is bound to one address, for cookies, links and the way back from Google; so there is one for each. */
export function createBetterAuthInstances({
  origins,
  ...deps
}: InstancesDeps): BetterAuthInstances {
  const made = new Map<string, BetterAuth>();

  function instance(origin: string, google: BetterAuthDeps['google']): BetterAuth {
    const key = `${origin} ${google ? 'with' : 'without'} Google`;
    const known = made.get(key);
    if (known) return known;
    const fresh = createBetterAuth({ ...deps, origin, google });
    made.set(key, fresh);
    return fresh;
  }

  function originAt(host: string | undefined): string {
    const all = origins();
    const asked = all.find((origin) => new URL(origin).host === host?.toLowerCase());
    return asked ?? all[0] ?? '';
  }

  return {
    plain: (host) => instance(originAt(host), undefined),
    async withGoogle(host) {
      const { google } = deps;
      if (!google) throw identityProblem('google-not-configured');
      const origin = originAt(host);
      const auth = instance(origin, google);
      const { socialProviders } = await auth.$context;
      const found = socialProviders.find(({ id }) => id === 'google');
      if (found && sameIssuer(found.issuer, google.issuer)) return auth;
      made.delete(`${origin} with Google`);
      const cause = new Error(`${google.issuer} gave no usable discovery document of its own`);
      throw identityProblem('provider-failed', { cause });
    },
  };
}

function sameIssuer(said: string | undefined, configured: string): boolean {
  return said?.replace(/\/+$/, '') === configured;
}
