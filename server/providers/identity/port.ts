import type { FastifyInstance } from 'fastify';
import type { CspSources } from '../../core/csp-sources.ts';

/** Somebody as the identity provider knows them. The marketplace's own record is the *user*; they meet by the email. */
export interface Identity {
  /** The provider's id of this identity. */
  id: string;
  /** Lower case. */
  email: string;
  /** Whether it is identityOf that the mailbox is theirs. */
  isEmailVerified: boolean;
  name?: string;
  /** Their picture at the provider, or the one that they chose here. */
  pictureUrl?: string;
  /** How they signed in this time. */
  by: 'password' | 'google';
}

/** Proves who somebody is. */
export interface IdentityProvider {
  name: string;
  /**
   * Whom an identity token speaks of, as the provider knows them now.
   * @throws Problem not-signed-in when the token is forged, expired, meant for somebody else, or its session has ended
   */
  verify(token: string): Promise<Identity>;
  /** Ends every session of the identity with this email and forgets the identity. Does nothing when there is none. */
  remove(email: string): Promise<void>;
  /** Ends every session of the identity with this email; its tokens are refused from then on. */
  endSessions(email: string): Promise<void>;
}

/** What a provider may bring along for the server that it is part of. */
export interface ServedIdentityProvider extends IdentityProvider {
  /** Answers requests of its own, below `/api/auth`. */
  registerRoutes?(app: FastifyInstance): void;
  /** Where a page fetches from to sign in, besides our own origin. */
  pageSources?: CspSources;
  /** Makes an identity that signs in with a password; returns false when the email has one already. */
  createPasswordIdentity?(identity: PasswordIdentity): Promise<boolean>;
  /** Forgets what is over, and tells how much that was. */
  sweep?(): Promise<number>;
}

/** An identity that signs in with a password. */
export interface PasswordIdentity {
  email: string;
  password: string;
  name: string;
  isEmailVerified: boolean;
}
