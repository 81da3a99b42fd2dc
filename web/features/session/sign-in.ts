import { language } from '#contract/language.ts';
import { msg, t } from '#contract/text.ts';
import type { ApiClient } from '../../api/client.ts';
import { CallFailure } from '../../api/failures.ts';
import { identityFailure, isIdentityFailure } from '../../identity/identity-failure.ts';
import type { IdentityPort } from '../../identity/port.ts';
import type { IdentityProvider, IdentityToken } from '../../identity/provider.ts';
import { timeZone } from '../../ui/time-zone.ts';
import { siteDataNeeded } from './site-data-needed.ts';
import type { UnfinishedRegistrations } from './unfinished-registrations.ts';

/** What signing in depends on. */
export interface SignInDeps {
  api: Pick<ApiClient, 'call'>;
  identity: Pick<IdentityPort, 'begin'>;
  provider: IdentityProvider;
  unfinished: UnfinishedRegistrations;
}

/** Signs in with a password and starts the session. Throws an IdentityFailure, or the shop's refusal. */
export async function signInWithPassword(
  deps: SignInDeps,
  credentials: { email: string; password: string },
): Promise<void> {
  await deps.provider.signIn(credentials);
  await startSession(deps);
}

/** The same with Google, from login and register alike. A new person becomes a buyer. */
export async function signInWithGoogle(deps: SignInDeps, opened?: Window | null): Promise<void> {
  await deps.provider.signInWithGoogle(opened);
  await startSession(deps);
}

/**
 * Exchanges the provider's identity token for an access token. A registration that failed before its user record was
 * saved is completed first.
 */
export async function startSession(deps: SignInDeps): Promise<void> {
  const identityToken = await deps.provider.identityToken().catch((failure: unknown) => {
    // The provider has just signed them in, and the browser has not kept its cookie.
    if (!isIdentityFailure(failure, 'not-signed-in')) throw failure;
    throw identityFailure('not-signed-in', siteDataNeeded(), { cause: failure });
  });
  const accessToken =
    (await exchangeIdentityToken(deps, identityToken)) ??
    (await saveUser(deps, identityToken).then(() => exchangeIdentityToken(deps, identityToken)));
  if (accessToken === null) throw new CallFailure({ status: 404, detail: t(noRecord) });
  deps.unfinished.forget(identityToken.email);
  deps.identity.begin(accessToken);
}

/** The access token for this identity; null when it has no user record yet. */
export async function exchangeIdentityToken(
  { api }: Pick<SignInDeps, 'api'>,
  { email, token }: IdentityToken,
): Promise<string | null> {
  try {
    const input = { query: { email } };
    return (await api.call('issueAccessToken', input, { bearer: token })).accessToken;
  } catch (failure) {
    if (isRefusal(failure, 404)) return null;
    throw failure;
  }
}

const noRecord = msg`The shop does not know you yet. Please try again.`;

/** Creates the missing user record, with the role that was chosen at registration. */
async function saveUser(
  { api, unfinished }: SignInDeps,
  identityToken: IdentityToken,
): Promise<void> {
  const { email, name, pictureUrl, token } = identityToken;
  const role = unfinished.roleOf(email) ?? 'buyer';
  const save = (image?: string) =>
    api.call(
      'createUser',
      {
        body: {
          email,
          name,
          role,
          language: language(),
          timeZone: timeZone(),
          ...(image !== undefined && { image }),
        },
      },
      { bearer: token },
    );
  try {
    await save(pictureUrl).catch((failure: unknown) => {
      // An unused picture is removed after a day. Signing in must not fail because of that.
      if (pictureUrl === undefined || !isRefusal(failure, 400)) throw failure;
      return save();
    });
  } catch (failure) {
    // Another tab has created the record already, which is all we need.
    if (!isRefusal(failure, 409)) throw failure;
  }
}

function isRefusal(failure: unknown, status: number): boolean {
  return failure instanceof CallFailure && failure.status === status;
}
