/** An OpenID provider that is Google, or plays Google. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Where its discovery document is, without a slash at the end. */
  issuer: string;
  /** A provider that this shop itself started for the demo. */
  isFake: boolean;
}
