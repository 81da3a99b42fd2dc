import { language } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { CallFailure } from '../../api/failures.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { timeZone } from '../../ui/time-zone.ts';
import { exchangeIdentityToken, type SignInDeps, startSession } from './sign-in.ts';
import type { RegistrationRole } from './unfinished-registrations.ts';

export interface Registration {
  name: string;
  email: string;
  password: string;
  picture: File;
  role: RegistrationRole;
}

/** Uploads the picture and returns its URL. */
type UploadPicture = (picture: File) => Promise<string>;

export type Registrar = (
  deps: SignInDeps,
  registration: Registration,
  upload: UploadPicture,
) => Promise<void>;

/**
 * Registers people in the specification's order: picture, identity, display name and photo, user record, access
 * token. Completed steps are not repeated: after a failure the person may press the button again with the form as it
 * was, or sign in another day.
 */
export function registrar(): Registrar {
  let uploaded: { picture: File; url: string } | undefined;
  /** The email whose identity was created here: a user record for it can only be theirs. */
  let createdEmail: string | undefined;

  return async (deps, { name, email, password, picture, role }, upload) => {
    if (uploaded?.picture !== picture) uploaded = { picture, url: await upload(picture) };
    const image = uploaded.url;

    deps.unfinished.begin(email, role);
    if (await createIdentity(deps, { name, email, password })) createdEmail = email;
    else if (createdEmail !== email) await requireOwnAccount(deps, email);

    const { api, provider } = deps;
    await provider.updateProfile({ name, pictureUrl: image });
    const { token } = await provider.identityToken();
    try {
      const body = { name, email, image, role, language: language(), timeZone: timeZone() };
      await api.call('createUser', { body }, { bearer: token });
    } catch (failure) {
      if (!isTaken(failure)) throw failure;
      // The record may have been saved although the response was lost.
      if (createdEmail !== email) throw await accountExists(deps, email);
    }
    await startSession(deps);
  };
}

/** @returns false when the identity already exists and the password is right */
async function createIdentity(
  { provider, unfinished }: SignInDeps,
  account: { name: string; email: string; password: string },
): Promise<boolean> {
  try {
    await provider.signUp(account);
    return true;
  } catch (failure) {
    if (!isIdentityFailure(failure, 'email-already-in-use')) throw failure;
    const { email, password } = account;
    await provider.signIn({ email, password }).catch((reason: unknown) => {
      unfinished.forget(email);
      throw isIdentityFailure(reason, 'wrong-password') ? failure : reason;
    });
    return false;
  }
}

/**
 * An identity without a user record comes from an unfinished registration. With a record it is an existing account.
 */
async function requireOwnAccount(deps: SignInDeps, email: string): Promise<void> {
  const proof = await deps.provider.identityToken();
  if ((await exchangeIdentityToken(deps, proof)) !== null) throw await accountExists(deps, email);
}

async function accountExists({ provider, unfinished }: SignInDeps, email: string): Promise<Error> {
  unfinished.forget(email);
  await provider.signOut();
  return new CallFailure({ status: 409, detail: messages.registration.anotherAccount });
}

function isTaken(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 409;
}
