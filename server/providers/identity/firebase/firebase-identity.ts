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
  /** Where Google is; tests play it. */
  google?: { keys: string; identityToolkit: string };
}

const realGoogle = {
  keys: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  identityToolkit: 'https://identitytoolkit.googleapis.com',
};

/**
 * Identities kept by Firebase. A token is verified here, and its account is looked up each time, so that an ended
 * session, a disabled account and a changed name are felt by the very next token that is exchanged.
 */
export function createFirebaseIdentity(deps: FirebaseIdentityDeps): ServedIdentityProvider {
  const { settings, clock, google = realGoogle } = deps;
  const { projectId, emulator } = settings;
  const keys = createGoogleKeySet(google.keys, clock);
  const readToken = createIdTokenVerifier({
    projectId,
    clock,
    keys,
    isEmulated: emulator !== undefined,
  });
  const toolkit = emulator ? `${emulator}/identitytoolkit.googleapis.com` : google.identityToolkit;
  const accounts = createAccountsClient(
    `${toolkit}/v1/projects/${projectId}/accounts`,
    accessTo(settings, clock),
  );

  async function verify(token: string): Promise<Identity> {
    const proof = await readToken(token);
    return identityOf(proof, await accounts.findByUid(proof.uid));
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
      registerFirebaseRoutes(app, { ways: waysOf(settings), verify, endSessions }),
    pageSources: pageSourcesOf(settings),
  };
}

function accessTo({ serviceAccount, emulator }: FirebaseSettings, clock: Clock): AccessTokenSource {
  if (emulator !== undefined) return emulatorAccessToken;
  if (!serviceAccount) throw new Error('Firebase without an emulator needs a service account');
  return createServiceAccountToken(serviceAccount, clock);
}

const providerOf = { password: 'password', google: 'google.com' } as const;

/**
 * Whom a token speaks of, as Firebase knows them now. Their email counts as verified only once Google has said so: a
 * link of Firebase's own proves the mailbox to whoever opens it, not to whoever chose the password before.
 * @throws Problem not-signed-in, not-allowed (user-disabled)
 */
function identityOf({ uid, by, signedInAtSeconds }: IdToken, account: Account | null): Identity {
  if (!account) throw new Problem('not-signed-in', 'This account does not exist any more');
  if (account.isDisabled) throw identityProblem('user-disabled');
  // A password that Google's owner of the address has ended lives on in tokens; the account tells.
  const isStillAWayIn = account.waysIn.includes(providerOf[by]);
  if (signedInAtSeconds < account.validSinceSeconds || !isStillAWayIn) {
    throw new Problem('not-signed-in', 'This session has ended');
  }
  const { email, name, pictureUrl } = account;
  if (!email) throw new Problem('not-signed-in', 'This account has no email');
  return {
    id: uid,
    email,
    isEmailVerified: account.isEmailVerified && account.waysIn.includes('google.com'),
    ...(name !== undefined && { name }),
    ...(pictureUrl !== undefined && { pictureUrl }),
    by,
  };
}

function waysOf({ projectId, apiKey, authDomain, emulator }: FirebaseSettings): IdentityWays {
  const firebase = { projectId, apiKey, authDomain, ...(emulator && { emulator }) };
  return { google: 'google', demo: false, firebase };
}

/** Google's script and frame are there for the window in which Google asks, the rest is what the SDK calls. */
function pageSourcesOf({ authDomain, emulator }: FirebaseSettings): CspSources {
  const own = emulator
    ? { frames: [emulator], connections: [emulator] }
    : {
        frames: [`https://${authDomain}`],
        connections: [realGoogle.identityToolkit, 'https://securetoken.googleapis.com'],
      };
  return { scripts: ['https://apis.google.com'], ...own };
}
