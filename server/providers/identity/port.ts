import type { FastifyInstance } from 'fastify';
import type { IdentityWays } from '#contract/identity/identity.ts';
import type { CspSources } from '../../core/csp-sources.ts';

/** A person as the identity provider knows them. The application's own record is the *user*; the email links the two. */
export interface Identity {
  /** The provider's id of this identity. */
  id: string;
  /** Lower case. */
  email: string;
  /** Whether the person has proven that they own the mailbox. */
  isEmailVerified: boolean;
  name?: string;
  /** The picture at the provider, or the one that was uploaded here. */
  pictureUrl?: string;
  /** The way in which the person signed in to this session. */
  by: 'password' | 'google' | 'passkey';
  /** The provider's id of the session, if it can tell whether a session still exists. */
  sessionId?: string;
  /** When the person proved who they are: entered the password, or came back from Google. */
  signedInAt: Date;
}

/** Authenticates people. */
export interface IdentityProvider {
  name: string;
  /**
   * Verifies an identity token and returns the identity as currently stored at the provider.
   * @throws Problem not-signed-in when the token is forged, expired, issued for another audience, or its session has
   *   ended; unavailable when the provider cannot be reached
   */
  verify(token: string): Promise<Identity>;
  /** Deletes the identity with this email and ends its sessions. Does nothing when there is none. */
  remove(email: string): Promise<void>;
  /** What is stored about the logins of the identity with this email, for the export of a person. */
  exportLogin?(email: string): Promise<ExportedLogin>;
  /** Ends every session of the identity with this email; its tokens are refused from then on. */
  endSessions(email: string): Promise<void>;
}

/** The places where a person is signed in, and with which passkeys; without secrets. */
export interface ExportedLogin {
  sessions: { by: string; address?: string; device?: string; time: string }[];
  passkeys: { name?: string; time: string }[];
}

/** A provider with the optional parts that the server uses at startup. */
export interface ServedIdentityProvider extends IdentityProvider {
  /** Adds the provider's own routes below `/api/auth`. */
  registerRoutes?(app: FastifyInstance): void;
  /** Whether a session has neither ended nor expired. */
  isSessionLive?(sessionId: string): Promise<boolean>;
  /** Whether a second factor was proven in this session, and is still turned on. */
  hasSecondFactor?(sessionId: string): Promise<boolean>;
  /** The ways to sign in, as pages show them. */
  ways?: IdentityWays;
  /** Origins other than our own that pages need for signing in. */
  pageSources?: CspSources;
  /** Creates an identity that signs in with a password; returns false when the email already has one. */
  createPasswordIdentity?(identity: PasswordIdentity): Promise<boolean>;
  /**
   * Writes a mail that the provider has queued, at the moment when it is sent.
   * @returns undefined when it is no longer to be sent
   */
  composeMail?(mailId: string): Promise<ComposedAccountMail | undefined>;
  /** Deletes expired records. @returns how many */
  sweep?(): Promise<number>;
}

/** An identity that signs in with a password. */
export interface PasswordIdentity {
  email: string;
  password: string;
  name: string;
  isEmailVerified: boolean;
}

/** A mail that is written when its language is set. */
export interface ComposedAccountMail {
  to: string;
  /** Null: the shop's first. */
  language: string | null;
  /** The address of the shop under which the person uses it, without a slash at the end. */
  origin: string;
  /** @param shop that address, in the language */
  write: (shop: string) => AccountMail;
}

/** A mail about an account. The outbox renders it like every other mail. */
export interface AccountMail {
  subject: string;
  paragraphs: readonly string[];
  /** The one button. */
  step: { label: string; link: string };
  /** Paragraphs after the step. */
  closing?: readonly string[];
  /** Why the person gets it, as a sentence. */
  reason: string;
}
