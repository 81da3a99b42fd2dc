import { t } from '#contract/text.ts';
/** Whether this browser can use passkeys of this shop, which the boot script has found out (`hydration/boot.ts`). */
export function canUsePasskeys(): boolean {
  return document.documentElement.dataset.passkeys !== undefined;
}

/**
 * Makes a passkey with the server's options.
 * @throws PasskeyCancelled when the person has closed the browser's dialog, or has the passkey already
 */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return answerOf(navigator.credentials.create({ publicKey }));
}

/**
 * Asks the browser for a passkey with the server's options.
 * @throws PasskeyCancelled when the person has closed the browser's dialog, or has none
 */
export function getPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return answerOf(navigator.credentials.get({ publicKey }));
}

/** The browser made no passkey, or gave none. Browsers do not tell why. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';

  constructor(options?: ErrorOptions) {
    super(t`No passkey was used. Try again, or log in another way.`, options);
  }
}

async function answerOf(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch((cause: unknown) => {
    throw cause instanceof DOMException ? new PasskeyCancelled({ cause }) : cause;
  });
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled();
  return credential.toJSON();
}
