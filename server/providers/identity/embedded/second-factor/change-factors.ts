import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import { passkeyLimits, type SecondFactors } from '#contract/identity/second-factor.ts';
import type { AccountMailKind } from '#contract/operations/mail-kinds.ts';
import { newId } from '../../../../core/ids.ts';
import type { SecurityEvent } from '../../../../core/security-log.ts';
import { type Tx, transaction } from '../../../../database/transaction.ts';
import { identityProblem } from '../../identity-problem.ts';
import { requireRecentProof } from '../accounts/stored-proofs.ts';
import {
  askBetterAuth,
  type Exchange,
  guardAttempt,
  requireSession,
  type Session,
} from '../exchange.ts';
import { queueAccountMailIn } from '../mails/account-mails.ts';
import { createRecoveryCodes, storedRecoveryCodes } from './recovery-codes.ts';
import {
  countPasskeys,
  findTwoFactor,
  listedPasskey,
  readSecondFactors,
  removeStoredAuthenticator,
  removeStoredPasskey,
  renameStoredPasskey,
  renewStoredCodes,
  storeUnconfirmedSecret,
  turnSecondStepOn,
} from './stored-factors.ts';
import { tryCode } from './try-code.ts';

/** The caller's second factors. */
export async function readOwnFactors(exchange: Exchange): Promise<SecondFactors> {
  const { user } = await requireSession(exchange);
  return readSecondFactors(exchange.database.sql, user);
}

/** Makes a secret for an authenticator app. It counts once a code has confirmed it. */
export async function addAuthenticator(exchange: Exchange): Promise<{ totpURI: string }> {
  const { database, clock, auth, shopName } = exchange;
  const session = await requireSession(exchange);
  const { user } = session;
  requireVerifiedEmail(session);
  await requireMayChange(exchange, session);
  const secret = generateRandomString(32);
  const { secretConfig } = await auth.$context;
  const encrypted = await symmetricEncrypt({ key: secretConfig, data: secret });
  await storeUnconfirmedSecret(database.sql, user.id, { encrypted, rowId: newId(clock.now()) });
  return { totpURI: addressForApps(secret, user.email, shopName) };
}

/** The form that apps read from a QR code (the Key URI Format of Google Authenticator). */
function addressForApps(secret: string, email: string, shopName: string): string {
  const bits = [...Buffer.from(secret)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.charAt(Number.parseInt(five.padEnd(5, '0'), 2)),
  );
  // The format takes a colon for the end of the issuer, and apps show a plus sign as it is.
  const issuer = encodeURIComponent(shopName.replaceAll(':', ' '));
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${letters.join('')}&issuer=${issuer}`;
}

/** The first code of an authenticator app turns it on. */
export async function finishAuthenticator(exchange: Exchange): Promise<unknown> {
  const session = await requireSession(exchange);
  const { user } = session;
  return guardAttempt(exchange, user, async () => {
    await requireMayChange(exchange, session);
    const found = await findTwoFactor(exchange.database.sql, user.id);
    if (found?.isVerified) throw identityProblem('factor-already-on');
    if (!found?.hasSecret) throw identityProblem('factor-not-on');
    await tryCode(exchange, user.id);
    const body = await finishAdding(exchange, session, 'authenticator-added');
    return { body, events: ['second-factor-added'] };
  });
}

export async function removeAuthenticator(exchange: Exchange): Promise<unknown> {
  await changeWithProof(exchange, 'authenticator-removed', removeStoredAuthenticator);
  return { status: true };
}

export async function renewRecoveryCodes(exchange: Exchange): Promise<unknown> {
  const recoveryCodes = createRecoveryCodes();
  const stored = storedRecoveryCodes(recoveryCodes, exchange.secret);
  await changeWithProof(exchange, 'recovery-codes-renewed', (tx, id) =>
    renewStoredCodes(tx, id, stored),
  );
  return { recoveryCodes };
}

/** The options of a new passkey; asking for them takes the proof, and a passkey can only be added with them. */
export async function beginPasskey(exchange: Exchange): Promise<unknown> {
  const session = await requireSession(exchange);
  requireVerifiedEmail(session);
  return guardAttempt(exchange, session.user, async () => {
    await requireMayChange(exchange, session);
    const count = await countPasskeys(exchange.database.sql, session.user.id);
    if (count >= passkeyLimits.perAccount) throw identityProblem('too-many-passkeys');
    return { body: await askBetterAuth(exchange, {}) };
  });
}

export async function addPasskey(exchange: Exchange): Promise<unknown> {
  const session = await requireSession(exchange);
  return guardAttempt(exchange, session.user, async () => {
    await requireFactorOfSession(exchange, session);
    const { id, name } = (await askBetterAuth(exchange, { body: exchange.body })) ?? {};
    const createdAt = exchange.clock.now();
    const passkey = listedPasskey({ id: String(id), name: String(name ?? ''), createdAt });
    const added = await finishAdding(exchange, session, 'passkey-added');
    return { body: { passkey, ...added }, events: ['second-factor-added'] };
  });
}

export async function renamePasskey(exchange: Exchange): Promise<unknown> {
  const { user } = await requireSession(exchange);
  const { id, name } = exchange.body;
  const renamed = { id: String(id), name: String(name) };
  await renameStoredPasskey(exchange.database.sql, user.id, renamed);
  return { status: true };
}

export async function removePasskey(exchange: Exchange): Promise<unknown> {
  await changeWithProof(exchange, 'passkey-removed', (tx, id) =>
    removeStoredPasskey(tx, id, String(exchange.body.id)),
  );
  return { status: true };
}

/** Turns the second step on after a factor was added, and mails the owner. */
async function finishAdding(
  { database, clock, secret, auth }: Exchange,
  { user: { id }, session }: Session,
  kind: AccountMailKind,
): Promise<{ recoveryCodes?: readonly string[] }> {
  const recoveryCodes = createRecoveryCodes();
  const codes = storedRecoveryCodes(recoveryCodes, secret);
  const isFirst = await transaction(database, async (tx) => {
    const at = clock.now();
    const areNew = await turnSecondStepOn(tx, { id, sessionId: session.id, codes }, newId(at));
    await queueAccountMailIn(tx, { kind, identityId: id, origin: auth.options.baseURL }, at);
    return areNew;
  });
  return isFirst ? { recoveryCodes } : {};
}

const changeEvents = {
  'authenticator-removed': 'second-factor-removed',
  'passkey-removed': 'second-factor-removed',
  'recovery-codes-renewed': 'recovery-codes-renewed',
} as const satisfies Partial<Record<AccountMailKind, SecurityEvent>>;

/** Checks the fresh proof, makes a change and mails the owner about it. */
async function changeWithProof(
  exchange: Exchange,
  kind: keyof typeof changeEvents,
  change: (tx: Tx, identityId: string) => Promise<void>,
): Promise<void> {
  const session = await requireSession(exchange);
  const { id } = session.user;
  await guardAttempt(exchange, session.user, async () => {
    await requireMayChange(exchange, session);
    await transaction(exchange.database, async (tx) => {
      await change(tx, id);
      const mail = { kind, identityId: id, origin: exchange.auth.options.baseURL };
      await queueAccountMailIn(tx, mail, exchange.clock.now());
    });
    return { body: undefined, events: [changeEvents[kind]] };
  });
}

/** @throws Problem second-step-expired, recent-sign-in-required */
async function requireMayChange(exchange: Exchange, session: Session): Promise<void> {
  await requireFactorOfSession(exchange, session);
  await requireRecentProof(exchange, session.session);
}

/**
 * Checks that a session may change second factors: that it has proven one, unless its identity has none.
 * @throws Problem second-step-expired
 */
async function requireFactorOfSession({ database }: Exchange, { session }: Session): Promise<void> {
  const lacking = await database.sql`
    select from auth_sessions s join auth_users i on i.id = s.user_id
    where s.id = ${session.id} and i.two_factor_enabled and not s.second_factor`;
  if (lacking.length > 0) throw identityProblem('second-step-expired');
}

/**
 * Until an email is verified, another person than its owner may have registered it: their passkey must not outlive the
 * owner's reset of the password or sign-in with Google.
 * @throws Problem own-email-not-verified
 */
function requireVerifiedEmail({ user }: Session): void {
  if (!user.emailVerified) throw identityProblem('own-email-not-verified');
}
