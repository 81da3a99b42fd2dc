import type { IdentityWays } from '#contract/identity.ts';
import type { FirebaseSettings } from '../../../config/firebase-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CspSources } from '../../../core/csp-sources.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import type { Identity, ServedIdentityProvider } from '../port.ts';
import { type Account, createAccountsClient } from './accounts.ts';
import { createGoogleKeySet } from './google-keys.ts';
import { createIdTokenVerifier, type IdToken } from './id-tokens.ts';
import { registerFirebaseRoutes } from './routes.ts';
import {
  type AccessTokenSource,
  createServiceAccountToken,
  emulatorAccessToken,
} from './service-account-token.ts';

export interface FirebaseIdentityDeps {
  settings: FirebaseSettings;
  clock: Clock;
  /** URLs of Google's services; tests replace them. */
  google?: { keys: string; identityToolkit: string };
}

const googleUrls = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  identityToolkit: 'https://identitytoolkit.googleapis.com',
};

/**
 * Identities at a Firebase project. Verifying a token also looks up its account, so that ended sessions, disabled accounts
 * and changed names take effect at once.
 */
export function createFirebaseIdentity(deps: FirebaseIdentityDeps): ServedIdentityProvider {
  const { settings, clock, google = googleUrls } = deps;
  const { projectId, emulator } = settings;
  const keys = createGoogleKeySet(google.keys, clock);
  const verifyIdToken = createIdTokenVerifier({
    projectId,
    clock,
    keys,
    isEmulated: emulator !== undefined,
  });
  const toolkitUrl = emulator
    ? `${emulator}/identitytoolkit.googleapis.com`
    : google.identityToolkit;
  const accounts = createAccountsClient(
    `${toolkitUrl}/v1/projects/${projectId}/accounts`,
    createAccessTokens(settings, clock),
  );

  async function verify(token: string): Promise<Identity> {
    const claims = await verifyIdToken(token);
    return toIdentity(claims, await accounts.findByUid(claims.uid));
  }

  async function endSessions(email: string): Promise<void> {
    const account = await accounts.findByEmail(email);
    if (account) await accounts.endSessions(account.uid, clock.now());
  }

  return {
    name: 'firebase',
    verify,
    async remove(email) {
      const account = await accounts.findByEmail(email);
      if (account) await accounts.remove(account.uid);
    },
    endSessions,
    registerRoutes: (app) =>
      registerFirebaseRoutes(app, { ways: toIdentityWays(settings), verify, endSessions }),
    pageSources: toPageSources(settings),
  };
}

function createAccessTokens(
  { serviceAccount, emulator }: FirebaseSettings,
  clock: Clock,
): AccessTokenSource {
  if (emulator !== undefined) return emulatorAccessToken;
  if (!serviceAccount) throw new Error('Firebase without an emulator needs a service account');
  return createServiceAccountToken(serviceAccount, clock);
}

const providerIds = { password: 'password', google: 'google.com' } as const;

/**
 * Checks the token's account and returns its identity. The email only counts as verified once Google has verified it:
 * Firebase's own verification link proves the mailbox of the person who opens it, not of the one who chose the password.
 * @throws Problem not-signed-in, not-allowed (user-disabled)
 */
function toIdentity({ uid, by, signedInAtSeconds }: IdToken, account: Account | null): Identity {
  if (!account) throw new Problem('not-signed-in', 'This account does not exist any more');
  if (account.isDisabled) throw identityProblem('user-disabled');
  // Signing in with Google removes an unverified password, but tokens from it remain valid until they expire.
  const isStillLinked = account.signInProviders.includes(providerIds[by]);
  if (signedInAtSeconds < account.validSinceSeconds || !isStillLinked) {
    throw new Problem('not-signed-in', 'This session has ended');
  }
  const { email, name, pictureUrl } = account;
  if (!email) throw new Problem('not-signed-in', 'This account has no email');
  return {
    id: uid,
    email,
    isEmailVerified: account.isEmailVerified && account.signInProviders.includes('google.com'),
    ...(name !== undefined && { name }),
    ...(pictureUrl !== undefined && { pictureUrl }),
    by,
    signedInAt: new Date(signedInAtSeconds * 1_000),
  };
}

function toIdentityWays({
  projectId,
  apiKey,
  authDomain,
  emulator,
}: FirebaseSettings): IdentityWays {
  const firebase = { projectId, apiKey, authDomain, ...(emulator && { emulator }) };
  return { google: 'google', demo: false, firebase };
}

/** Google's script and frame are needed for the sign-in popup; the connections are what the SDK calls. */
function toPageSources({ authDomain, emulator }: FirebaseSettings): CspSources {
  const own = emulator
    ? { frames: [emulator], connections: [emulator] }
    : {
        frames: [`https://${authDomain}`],
        connections: [googleUrls.identityToolkit, 'https://securetoken.googleapis.com'],
      };
  return { scripts: ['https://apis.google.com'], ...own };
}
