import {
  secondFactorPaths as paths,
  type SecondFactors,
  type SecondStep,
} from '#contract/identity/second-factor.ts';
import { createPasskey, getPasskey } from './passkeys.ts';
import { type ProviderCall, providerCalls } from './provider-call.ts';

/** Codes that are shown once. */
export interface NewCodes {
  recoveryCodes?: readonly string[];
}

/**
 * The calls about second factors. Only the embedded provider has them. They fail with an IdentityFailure, or with
 * PasskeyCancelled. After a change of who is signed in the access token is to be renewed.
 */
export function secondFactorCalls(call: ProviderCall = providerCalls()) {
  return {
    read: () => call<SecondFactors>('GET', paths.readFactors),
    readSecondStep: () => call<SecondStep>('GET', paths.readSecondStep),
    enterCode: (code: string) => call<NewCodes>('POST', paths.enterCode, { code }),
    enterRecoveryCode: (code: string) => call('POST', paths.enterRecoveryCode, { code }),
    async signInWithPasskey() {
      type Options = PublicKeyCredentialRequestOptionsJSON;
      const response = await getPasskey(await call<Options>('GET', paths.beginPasskeySignIn));
      await call('POST', paths.signInWithPasskey, { response });
    },
    /** @returns the address for an authenticator app, whose first code is to be entered then */
    addAuthenticator: () => call<{ totpURI: string }>('POST', paths.addAuthenticator, {}),
    removeAuthenticator: () => call('POST', paths.removeAuthenticator, {}),
    renewRecoveryCodes: () => call<NewCodes>('POST', paths.renewRecoveryCodes, {}),
    async addPasskey(name: string) {
      type Options = PublicKeyCredentialCreationOptionsJSON;
      const response = await createPasskey(await call<Options>('POST', paths.beginPasskey, {}));
      return call<NewCodes>('POST', paths.addPasskey, { name, response });
    },
    renamePasskey: (id: string, name: string) => call('POST', paths.renamePasskey, { id, name }),
    removePasskey: (id: string) => call('POST', paths.removePasskey, { id }),
  };
}
