import { messages } from '#contract/messages.ts';
import { CallFailure } from '../../api/failures.ts';
import { isIdentityFailure } from '../../identity/identity-failure.ts';
import { admit, type Door, exchange } from './admission.ts';
import type { RegistrationRole } from './unfinished.ts';

export interface Registration {
  name: string;
  email: string;
  password: string;
  picture: File;
  role: RegistrationRole;
}

/** Sends the picture and gives its address. */
type UploadPicture = (picture: File) => Promise<string>;

export type Registrar = (
  door: Door,
  registration: Registration,
  upload: UploadPicture,
) => Promise<void>;

/**
 * Registers people in the order of the specification: picture, identity, display name and photo, user record, token.
 * What was done before a step failed is not done again: the same person may press the button once more, in this page
 * with all that was typed, or sign in another day.
 */
export function registrar(): Registrar {
  let uploaded: { picture: File; url: string } | undefined;
  /** Whose identity was made here: if there is a record of theirs, it is they who saved it. */
  let begun: string | undefined;

  return async (door, { name, email, password, picture, role }, upload) => {
    if (uploaded?.picture !== picture) uploaded = { picture, url: await upload(picture) };
    const image = uploaded.url;

    door.unfinished.begin(email, role);
    if (await makeIdentity(door, { name, email, password })) begun = email;
    else if (begun !== email) await refuseAnother(door, email);

    const { api, provider } = door;
    await provider.updateProfile({ name, pictureUrl: image });
    const { token } = await provider.identityToken();
    try {
      await api.call('createUser', { body: { name, email, image, role } }, { bearer: token });
    } catch (failure) {
      if (!isTaken(failure)) throw failure;
      // Perhaps it is the record that was saved when the answer was lost.
      if (begun !== email) throw await anotherAccount(door, email);
    }
    await admit(door);
  };
}

/** @returns false when there is such an identity already, and it is this person's: they know its password */
async function makeIdentity(
  { provider, unfinished }: Door,
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

/** An identity without a record is one whose registration broke off. With a record it is another account. */
async function refuseAnother(door: Door, email: string): Promise<void> {
  const proof = await door.provider.identityToken();
  if ((await exchange(door, proof)) !== null) throw await anotherAccount(door, email);
}

async function anotherAccount({ provider, unfinished }: Door, email: string): Promise<Error> {
  unfinished.forget(email);
  await provider.signOut();
  return new CallFailure({ status: 409, detail: messages.registration.anotherAccount });
}

function isTaken(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.status === 409;
}
