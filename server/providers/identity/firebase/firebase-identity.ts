import type { IdentityWays } from '#contract/identity/identity.ts';
import type { FirebaseSettings } from '../../../config/firebase-settings.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CspSources } from '../../../core/csp-sources.ts';
import { identityProblem } from '../identity-problem.ts';
import type { Identity, ServedIdentityProvider } from '../port.ts';
import { type Account, createAccountsClient } from './accounts.ts';
import type { FirebaseRecords, FirebaseSession } from './firebase-records.ts';
import { createGoogleKeySet } from './google-keys.ts';
import { createIdTokenVerifier } from './id-tokens.ts';
import { registerFirebaseRoutes } from './routes.ts';
import {
  type AccessTokenSource,
  createServiceAccountToken,
  emulatorAccessToken,
} from './service-account-token.ts';
import { createSessionChecks, defaultAccountCheckMs, toSessionId } from './session-checks.ts';

export interface FirebaseIdentityDeps {
  settings: FirebaseSettings;
  clock: Clock;
  records: FirebaseRecords;
  /** The time for which an account that was read at Firebase is trusted. */
  accountCheckMs?: number;
  /** URLs of Google's services; tests replace them. */
  google?: { keys: string; identityToolkit: string };
}

const googleUrls = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  identityToolkit: 'https://identitytoolkit.googleapis.com',
};

/**
 * Identities at a Firebase project. Verifying a token also looks up its account, so that ended sessions, disabled
 * accounts and changed names take effect immediately; access tokens in use follow within a minute.
 */
export function createFirebaseIdentity(deps: FirebaseIdentityDeps): ServedIdentityProvider {
  const { settings, clock, records, google = googleUrls } = deps;
  const { accountCheckMs = defaultAccountCheckMs } = deps;
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
    {
      baseUrl: `${toolkitUrl}/v1/projects/${projectId}/accounts`,
      codesUrl: `${toolkitUrl}/v1/accounts:resetPassword?key=${encodeURIComponent(settings.apiKey)}`,
    },
    createAccessTokens(settings, clock),
  );

  const checks = createSessionChecks({ accounts, records, clock, accountCheckMs });

  async function verify(token: string): Promise<Identity> {
    const session = await verifyIdToken(token);
    const account = await checks.requireLive(session);
    return toIdentity(session, account, await records.isEmailProven(session.uid, account.email));
  }

  async function verifyEmail(token: string, code: string, referrer: string | undefined) {
    const { id, email } = await verify(token);
    const mailedTo = await accounts.findVerifiedEmail(code, referrer);
    if (mailedTo !== email) throw identityProblem('invalid-link');
    await records.storeProvenEmail(id, email);
  }

  async function endSessions(email: string): Promise<void> {
    const account = await accounts.findByEmail(email);
    if (!account) return;
    const at = clock.now();
    await accounts.endSessions(account.uid, at);
    await records.endSessionsBefore(account.uid, Math.floor(at.getTime() / 1_000));
    checks.forget(account.uid);
  }

  const ways = toIdentityWays(settings);
  return {
    name: 'firebase',
    ways,
    verify,
    isSessionLive: checks.isLive,
    async remove(email) {
      const account = await accounts.findByEmail(email);
      if (account) await accounts.remove(account.uid);
      await records.forgetEmail(email);
    },
    endSessions,
    sweep: records.sweep,
    registerRoutes: (app) =>
      registerFirebaseRoutes(app, {
        ways,
        verify,
        verifyEmail,
        endSessions,
        endSession: async (token) => records.endSession(await verifyIdToken(token)),
      }),
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

/**
 * The email only counts as verified once Google has verified it, or a user who was signed in to the account has opened
 * the link of Firebase's mail (`verifyEmail`). By itself that link proves the mailbox of the person who opens it, not
 * of the one who chose the password.
 */
function toIdentity(
  session: FirebaseSession,
  account: Account & { email: string },
  isProvenHere: boolean,
): Identity {
  const { name, pictureUrl, email } = account;
  const isVerifiedByGoogle =
    account.isEmailVerified && account.signInProviders.includes('google.com');
  return {
    id: session.uid,
    email,
    isEmailVerified: isProvenHere || isVerifiedByGoogle,
    ...(name !== undefined && { name }),
    ...(pictureUrl !== undefined && { pictureUrl }),
    by: session.by,
    sessionId: toSessionId(session),
    signedInAt: new Date(session.signedInAtSeconds * 1_000),
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
