import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import type { AccountMailKind } from '#contract/mail-kinds.ts';
import { passkeyLimits } from '#contract/second-factor.ts';
import { newId } from '../../../../core/ids.ts';
import { type Tx, transaction } from '../../../../database/transaction.ts';
import { identityProblem } from '../../identity-problem.ts';
import { requireFactorOfSession, requireRecentProof } from '../accounts/prove-identity.ts';
import { queueAccountMailIn } from '../mails/queue-account-mail.ts';
import {
  askBetterAuth,
  type FactorDeps,
  type FactorExchange,
  guarded,
  requireSession,
} from '../second-factor-exchange.ts';
import { createRecoveryCodes, storedRecoveryCodes } from './recovery-codes.ts';
import {
  countPasskeys,
  findTwoFactor,
  listedPasskey,
  removeAuthenticator as removeStoredAuthenticator,
  removePasskey as removeStoredPasskey,
  renamePasskey as renameStoredPasskey,
  renewRecoveryCodes as renewStoredCodes,
  storeUnconfirmedSecret,
  turnSecondStepOn,
} from './stored-factors.ts';
import { tryCode } from './try-code.ts';

type Session = Awaited<ReturnType<typeof requireSession>>;

/** Makes a secret for an authenticator app. It counts once a code has confirmed it. */
export async function addAuthenticator(
  deps: FactorDeps,
  exchange: FactorExchange,
): Promise<object> {
  const session = await requireSession(exchange);
  const { user } = session;
  requireVerifiedEmail(session);
  await requireMayChange(deps, session);
  const secret = generateRandomString(32);
  const { secretConfig } = await exchange.auth.$context;
  const encrypted = await symmetricEncrypt({ key: secretConfig, data: secret });
  await storeUnconfirmedSecret(deps.sql, user.id, { encrypted, rowId: newId(deps.clock.now()) });
  return { totpURI: addressForApps(secret, user.email, deps.shopName) };
}

/** As apps read it from a QR code (the Key URI Format of Google Authenticator). */
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
export async function finishAuthenticator(
  deps: FactorDeps,
  exchange: FactorExchange,
): Promise<object> {
  const session = await requireSession(exchange);
  const { user } = session;
  return guarded(exchange, user, async () => {
    await requireMayChange(deps, session);
    const found = await findTwoFactor(deps.sql, user.id);
    if (found?.isVerified) throw identityProblem('factor-already-on');
    if (!found?.hasSecret) throw identityProblem('factor-not-on');
    await tryCode(deps, exchange, user.id);
    const reply = await finishAdding(deps, exchange, { session, kind: 'authenticator-added' });
    return { reply, events: ['second-factor-added'] };
  });
}

export function removeAuthenticator(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  return changeWithProof(deps, exchange, {
    kind: 'authenticator-removed',
    change: (tx, { id }) => removeStoredAuthenticator(tx, id),
  });
}

export async function renewRecoveryCodes(
  deps: FactorDeps,
  exchange: FactorExchange,
): Promise<object> {
  const recoveryCodes = createRecoveryCodes();
  const stored = storedRecoveryCodes(recoveryCodes, deps.secret);
  await changeWithProof(deps, exchange, {
    kind: 'recovery-codes-renewed',
    change: (tx, { id }) => renewStoredCodes(tx, id, stored),
  });
  return { recoveryCodes };
}

/** The options of a new passkey; asking for them takes the proof, and a passkey can only be added with them. */
export async function beginPasskey(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  const session = await requireSession(exchange);
  requireVerifiedEmail(session);
  return guarded(exchange, session.user, async () => {
    await requireMayChange(deps, session);
    const count = await countPasskeys(deps.sql, session.user.id);
    if (count >= passkeyLimits.perAccount) throw identityProblem('too-many-passkeys');
    return { reply: await askBetterAuth(exchange, undefined), events: [] };
  });
}

export async function addPasskey(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  const session = await requireSession(exchange);
  return guarded(exchange, session.user, async () => {
    await requireFactorOfSession(deps, session.session);
    const { id, name } = await askBetterAuth(exchange, exchange.body);
    const shown = { id: String(id), name: String(name ?? ''), createdAt: deps.clock.now() };
    const added = await finishAdding(deps, exchange, { session, kind: 'passkey-added' });
    const reply = { passkey: listedPasskey(shown), ...added };
    return { reply, events: ['second-factor-added'] };
  });
}

export async function renamePasskey(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  const { user } = await requireSession(exchange);
  const { id, name } = exchange.body;
  await renameStoredPasskey(deps.sql, user.id, { id: String(id), name: String(name) });
  return { status: true };
}

export function removePasskey(deps: FactorDeps, exchange: FactorExchange): Promise<object> {
  return changeWithProof(deps, exchange, {
    kind: 'passkey-removed',
    change: (tx, { id }) => removeStoredPasskey(tx, id, String(exchange.body.id)),
  });
}

/** Turns the second step on after the first factor was added, and mails the owner. */
async function finishAdding(
  deps: FactorDeps,
  { auth, reply }: FactorExchange,
  { session, kind }: { session: Session; kind: AccountMailKind },
): Promise<{ recoveryCodes?: readonly string[] }> {
  const { clock, secret } = deps;
  const { id } = session.user;
  const recoveryCodes = createRecoveryCodes();
  const codes = storedRecoveryCodes(recoveryCodes, secret);
  const isFirst = await transaction(deps.database, async (tx) => {
    const at = clock.now();
    const of = { id, sessionId: session.session.id, codes };
    const areNew = await turnSecondStepOn(tx, of, newId(at));
    await queueAccountMailIn(tx, { kind, identityId: id, origin: auth.options.baseURL }, at);
    return areNew;
  });
  reply.header('cache-control', 'no-store');
  return isFirst ? { recoveryCodes } : {};
}

const eventsOf = {
  'authenticator-removed': 'second-factor-removed',
  'passkey-removed': 'second-factor-removed',
  'recovery-codes-renewed': 'recovery-codes-renewed',
} as const;

/** Checks the fresh proof, makes a change and mails the owner about it. */
async function changeWithProof(
  deps: FactorDeps,
  exchange: FactorExchange,
  {
    kind,
    change,
  }: { kind: keyof typeof eventsOf; change: (tx: Tx, user: { id: string }) => Promise<void> },
): Promise<object> {
  const session = await requireSession(exchange);
  const { user } = session;
  return guarded(exchange, user, async () => {
    await requireMayChange(deps, session);
    await transaction(deps.database, async (tx) => {
      await change(tx, user);
      const mail = { kind, identityId: user.id, origin: exchange.auth.options.baseURL };
      await queueAccountMailIn(tx, mail, deps.clock.now());
    });
    return { reply: { status: true }, events: [eventsOf[kind]] };
  });
}

/** @throws Problem second-step-expired, recent-sign-in-required */
async function requireMayChange(deps: FactorDeps, { session }: Session): Promise<void> {
  await requireFactorOfSession(deps, session);
  await requireRecentProof(deps, session);
}

/**
 * Until an email is verified, somebody else than its owner may have registered it: their passkey must not outlive the
 * owner's reset of the password or sign-in with Google.
 * @throws Problem own-email-not-verified
 */
function requireVerifiedEmail({ user }: Session): void {
  if (!user.emailVerified) throw identityProblem('own-email-not-verified');
}
