import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { primaryId, timestamptz } from './columns.ts';

/**
 * The tables of the embedded identity provider. The names are Better Auth's; only its adapter
 * uses them. The email connects an identity with a user.
 */
export const authUsers = pgTable('auth_users', {
  id: primaryId(),
  name: text('name').notNull(),
  /** Lower case. */
  email: text('email').notNull().unique('auth_users_email_unique'),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Whether signing in with a password or Google asks for a second factor: they have an authenticator app or a passkey. */
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: timestamptz('created_at').notNull(),
  updatedAt: timestamptz('updated_at').notNull(),
});

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: primaryId(),
    userId: identityId(),
    /** `sha256:` and the digest of the token in the cookie (`hashed-session-tokens.ts`). */
    token: text('token').notNull().unique('auth_sessions_token_unique'),
    /** The way in which the user signed in: `password`, `google` or `passkey`. */
    by: text('by').notNull(),
    /** Whether a second factor was proven in this session. */
    secondFactor: boolean('second_factor').notNull().default(false),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** When the user last proved who they are in this session, after the sign-in. */
    provenAt: timestamptz('proven_at'),
  },
  (table) => [
    index('auth_sessions_by_user').on(table.userId),
    index('auth_sessions_by_end').on(table.expiresAt),
  ],
);

/** The ways to sign in of an identity: a password (`credential`) or an account at Google. */
export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: primaryId(),
    userId: identityId(),
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    /** argon2id, with its parameters. */
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('auth_accounts_by_user').on(table.userId),
    unique('auth_accounts_account_unique').on(table.providerId, table.accountId),
  ],
);

/**
 * Actions that are not finished: resets of passwords, sign-ins at Google. The identifier is a digest of the secret in the
 * link.
 */
export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: primaryId(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('auth_verifications_by_identifier').on(table.identifier),
    index('auth_verifications_by_end').on(table.expiresAt),
  ],
);

/**
 * The authenticator app and the recovery codes of an identity. A user with passkeys only has codes and an empty secret.
 */
export const authTwoFactors = pgTable('auth_two_factors', {
  id: primaryId(),
  userId: identityId().unique('auth_two_factors_user_unique'),
  /** Encrypted; empty without an app. */
  secret: text('secret').notNull(),
  /** A JSON array of keyed digests, one for each recovery code that has not been used. */
  backupCodes: text('backup_codes').notNull(),
  /** Whether a code of the app has confirmed it. */
  verified: boolean('verified').notNull(),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
});

/** Passkeys: public keys, which do not sign in by themselves. */
export const authPasskeys = pgTable(
  'auth_passkeys',
  {
    id: primaryId(),
    userId: identityId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique('auth_passkeys_credential_unique'),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('auth_passkeys_by_user').on(table.userId)],
);

/** The keys that sign identity tokens. The private halves are encrypted. */
export const authKeys = pgTable('auth_keys', {
  id: primaryId(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: timestamptz('created_at').notNull(),
  expiresAt: timestamptz('expires_at'),
});

/** Counts of recent attempts. The key is a keyed digest and contains no address. */
export const authTries = pgTable(
  'auth_tries',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** When the count starts again, in milliseconds since 1970. */
    endsAtMs: bigint('ends_at_ms', { mode: 'number' }).notNull(),
  },
  (table) => [index('auth_tries_by_end').on(table.endsAtMs)],
);

/**
 * Devices and places from which a person has signed in before. The key is a keyed digest of the account and the device's
 * cookie or the place: neither lies here.
 */
export const authKnownDevices = pgTable(
  'auth_known_devices',
  {
    key: text('key').primaryKey(),
    userId: identityId(),
    seenAt: timestamptz('seen_at').notNull(),
  },
  (table) => [
    index('auth_known_devices_by_user').on(table.userId),
    index('auth_known_devices_by_time').on(table.seenAt),
  ],
);

function identityId() {
  return uuid('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' });
}

/** Sessions at Firebase that have ended here (`firebase-records.ts`): those of an account that began within this time. */
export const firebaseEndedSessions = pgTable(
  'firebase_ended_sessions',
  {
    /** Firebase's id of the account. */
    uid: text('uid').notNull(),
    /** Unix time, in seconds as Firebase counts, of the first and of the last. */
    beganFrom: bigint('began_from', { mode: 'number' }).notNull(),
    beganUntil: bigint('began_until', { mode: 'number' }).notNull(),
    endedAt: timestamptz('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.uid, table.beganFrom] }),
    index('firebase_ended_sessions_by_end').on(table.endedAt),
  ],
);

/** Accounts at Firebase whose email was proven here, by a user who was signed in to them. */
export const firebaseProvenEmails = pgTable('firebase_proven_emails', {
  uid: text('uid').primaryKey(),
  /** Lower case. */
  email: text('email').notNull(),
  provenAt: timestamptz('proven_at').notNull(),
});
