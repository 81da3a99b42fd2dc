import type { ApiClient } from '../../api/client.ts';
import { CallFailure } from '../../api/failures.ts';
import type { IdentityPort } from '../../identity/port.ts';
import type { IdentityProvider, IdentityToken } from '../../identity/provider.ts';
import type { UnfinishedRegistrations } from './unfinished.ts';

/** What signing in works with. */
export interface Door {
  api: Pick<ApiClient, 'call'>;
  identity: Pick<IdentityPort, 'begin'>;
  provider: IdentityProvider;
  unfinished: UnfinishedRegistrations;
}

/** Signs in with a password and begins the session. Throws an IdentityFailure, or what the shop refuses with. */
export async function signInWithPassword(
  door: Door,
  credentials: { email: string; password: string },
): Promise<void> {
  await door.provider.signIn(credentials);
  await admit(door);
}

/** The same with Google, from login and from register alike. A person who is new becomes a buyer. */
export async function signInWithGoogle(door: Door): Promise<void> {
  await door.provider.signInWithGoogle();
  await admit(door);
}

/**
 * Exchanges the proof of whoever is signed in at the provider for an access token. A registration that broke off before
 * its user record was saved is completed first.
 */
export async function admit(door: Door): Promise<void> {
  const proof = await door.provider.identityToken();
  const accessToken =
    (await exchange(door, proof)) ??
    (await saveUser(door, proof).then(() => exchange(door, proof)));
  if (accessToken === null) throw new CallFailure({ status: 404, detail: noRecord });
  door.unfinished.forget(proof.email);
  door.identity.begin(accessToken);
}

/** The access token of whom this proves; null when the shop has no record of them yet. */
export async function exchange(
  { api }: Pick<Door, 'api'>,
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

const noRecord = 'The shop does not know you yet. Please try again.';

/** Saves the record of somebody who has none, with the role that they chose when they registered here. */
async function saveUser({ api, unfinished }: Door, proof: IdentityToken): Promise<void> {
  const { email, name, pictureUrl, token } = proof;
  const role = unfinished.roleOf(email) ?? 'buyer';
  const save = (image?: string) =>
    api.call(
      'createUser',
      { body: { email, name, role, ...(image !== undefined && { image }) } },
      { bearer: token },
    );
  try {
    await save(pictureUrl).catch((failure: unknown) => {
      // A picture that waited too long for its owner has been swept away. It is no reason to keep them out.
      if (pictureUrl === undefined || !isRefusal(failure, 400)) throw failure;
      return save();
    });
  } catch (failure) {
    // Another tab was quicker: then there is a record, which is all that is wanted.
    if (!isRefusal(failure, 409)) throw failure;
  }
}

function isRefusal(failure: unknown, status: number): boolean {
  return failure instanceof CallFailure && failure.status === status;
}
