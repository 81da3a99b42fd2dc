/** The OpenID client at Google, or at the fake Google of the demo. */
export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** URL of the issuer, without a trailing slash; the discovery document is below it. */
  issuer: string;
  /** Whether this server started the fake Google. */
  isFake: boolean;
}
