import { createSecretKey, type KeyObject } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CallDefinition, Who } from '#contract/call.ts';
import type { Call } from '#contract/calls.ts';
import type { Role } from '#contract/constants.ts';
import { adminFactorRequired } from '#contract/identity/admin-factor.ts';
import {
  recentSignInMinutes,
  recentSignInRefusal,
  recentSignInRequired,
} from '#contract/identity/proof-texts.ts';
import { msg } from '#contract/text.ts';
import {
  type AdminArea,
  areaMissing,
  areaRefusals,
  mayActIn,
} from '#contract/users/admin-areas.ts';
import type { User } from '#contract/users/users.ts';
import { isMeantAsKey, type KeyStore, type StoredKey } from '../../core/api-key.ts';
import type { Clock } from '../../core/clock.ts';
import { formatUtc } from '../../core/format-time.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import { createKeyReader, requireScope } from './caller-key.ts';
import { isRefused } from './restrictions.ts';

/** The user who sent a request, with the role whose rights they have now. */
export interface Caller {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Those of an admin who does not have all. */
  areas?: readonly AdminArea[] | undefined;
  /** By a decision of the admins. */
  restriction?: User['restriction'];
  /** When they last proved who they are, for calls that ask for a recent proof. Unknown for tokens without it. */
  signedInAt?: Date | undefined;
  /** Set for an admin who has the role but not its rights, because the session lacks a second factor; `role` is then buyer. */
  lacksSecondFactor?: true;
  /** Set for an admin who does not have the area of the call; `role` is then seller, so that they may make it for themselves. */
  lacksArea?: AdminArea;
  /** The identity provider's session, where it has such. */
  sessionId?: string | undefined;
  /** The id of the key with which a program acts for them. */
  keyId?: string;
}

/** Identifies callers by their access tokens, and issues these. */
export interface Callers {
  /**
   * The caller, or null when the request has no token. A caller whose cached role is not enough for the call is read
   * again, so that a role that was just given counts immediately, on every server. A key makes its owner the caller, or
   * nobody in a public call that keys may not make.
   * @throws Problem not-signed-in when the token is forged, expired, not ours, its session has ended, or its user is
   * removed; not-allowed when a key may not make this call, or not from this address
   */
  identify(request: FastifyRequest, call?: IdentifiedCall): Promise<Caller | null>;
  /**
   * The id of the caller whom `identify` would return for this `authorization` header without reading anything; undefined
   * when it would read or refuse, and for admins.
   */
  recallUser(authorization: string): string | undefined;
  /**
   * A signed access token, valid for `accessTokenSeconds` or until its session ends. It has no role: roles are read from
   * the database.
   */
  issueToken(
    user: { id: string; email: string; name: string },
    session?: { sessionId?: string; signedInAt: Date },
  ): Promise<string>;
}

export type IdentifiedCall = Pick<CallDefinition, 'who' | 'area' | 'keyScope'>;

export const accessTokenSeconds = 3_600;
const issuer = 'reprise';
const audience = 'reprise-api';

/** A removed role and an ended session take effect on every server within this time. */
const userCacheMs = 1_000;

interface CallerDeps {
  secret: string;
  clock: Clock;
  findUser: (id: string) => Promise<Caller | null>;
  /** Whether the identity provider's session still exists; undefined when the provider cannot tell. */
  isSessionLive?: ((sessionId: string) => Promise<boolean>) | undefined;
  /** Whether a second factor was proven in that session; undefined when the provider has none. */
  hasSecondFactor?: ((sessionId: string) => Promise<boolean>) | undefined;
  /** Of the keys for programs; without it all are refused. */
  keys?: KeyStore;
  /** Whether admins have their rights only in sessions in which they proved a second factor. */
  requiresSecondFactor?: boolean;
}

const noKeys: KeyStore = { findKey: async () => null, recordKeyUse: async () => undefined };

export function createCallers({
  secret,
  clock,
  findUser,
  isSessionLive,
  hasSecondFactor,
  requiresSecondFactor = false,
  keys = noKeys,
}: CallerDeps): Callers {
  const key = createSecretKey(Buffer.from(secret, 'utf8'));
  const verified = new LRUCache<string, AccessToken>({ max: 10_000 });
  const users = briefly(findUser);
  const sessions = briefly(isSessionLive ?? (async () => true));
  const readKey = createKeyReader(keys, clock);

  async function read(token: string): Promise<AccessToken> {
    const known = verified.get(token);
    if (known && known.expiresAtMs > clock.now().getTime()) return known;
    const fresh = await verifyToken(token, key, clock);
    verified.set(token, fresh);
    return fresh;
  }

  /** The caller without the rights of an admin, if the shop requires a second factor for them that the session lacks. */
  async function withoutMissingRights(caller: Caller, sessionId: string | undefined) {
    if (!requiresSecondFactor || caller.role !== 'admin') return caller;
    const isProven = sessionId !== undefined && (await hasSecondFactor?.(sessionId));
    return isProven ? caller : ({ ...caller, role: 'buyer', lacksSecondFactor: true } as const);
  }

  async function findCaller(userId: string, { who, area }: IdentifiedCall): Promise<Caller> {
    const cached = await users.find(userId);
    const isEnough = !cached || (hasRole(who, cached) && !isOutside(area, cached));
    const caller = isEnough ? cached : await findUser(userId);
    if (!caller) throw notSignedIn(msg`This account does not exist any more`);
    return caller;
  }

  async function ownerOf(key: StoredKey, call: IdentifiedCall): Promise<Caller | null> {
    if (call.who === 'everybody' && call.keyScope === undefined) return null;
    requireScope(call, key);
    const owner = await findCaller(key.userId, call);
    // A seller who has become an admin since would have power over everybody's listings and sales.
    if (owner.role === 'admin' && call.who !== 'admin') {
      throw new Problem('not-allowed', msg`The key of an admin is for exports only`, {
        reason: 'key-scope',
      });
    }
    return { ...withinArea(owner, call.area), keyId: key.id };
  }

  return {
    recallUser(authorization) {
      const token = tokenIn(authorization);
      const known = token === undefined ? undefined : verified.get(token);
      if (!known || known.expiresAtMs <= clock.now().getTime()) return undefined;
      const { userId, sessionId } = known;
      const caller = users.recall(userId);
      const isLive = sessionId === undefined || sessions.recall(sessionId);
      return caller && caller.role !== 'admin' && isLive ? userId : undefined;
    },
    async identify(request, call = { who: 'user' }) {
      const token = bearerToken(request.headers.authorization);
      if (token === null) return null;
      if (isMeantAsKey(token)) {
        const key = await readKey(token, request.ip);
        if (!key)
          throw notSignedIn(msg`This key is not valid: it is mistyped, revoked or has ended`);
        return ownerOf(key, call);
      }
      const { userId, sessionId, signedInAt } = await read(token);
      const [caller, isLive] = await Promise.all([
        findCaller(userId, call),
        sessionId === undefined || sessions.find(sessionId),
      ]);
      if (!isLive) throw notSignedIn(msg`This session has ended`);
      const known = await withoutMissingRights(caller, sessionId);
      return { ...withinArea(known, call.area), signedInAt, sessionId };
    },
    issueToken({ id, email, name }, session) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
      const ofSession = session && {
        ...(session.sessionId !== undefined && { sid: session.sessionId }),
        auth_time: Math.floor(session.signedInAt.getTime() / 1_000),
      };
      return new SignJWT({ email, name, ...ofSession })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(nowSeconds)
        .setExpirationTime(nowSeconds + accessTokenSeconds)
        .sign(key);
    },
  };
}

/** Remembers what was found for a second, so that a busy caller costs one read. */
function briefly<T extends boolean | Caller | null>(read: (id: string) => Promise<T>) {
  const found = new LRUCache<string, { reading: Promise<T>; value?: T }>({
    max: 10_000,
    // Counted from the beginning of the read.
    ttl: userCacheMs,
    ttlResolution: 0,
  });
  return {
    find(id: string): Promise<T> {
      const known = found.get(id);
      if (known) return known.reading;
      const started: { reading: Promise<T>; value?: T } = { reading: read(id) };
      found.set(id, started);
      started.reading.then(
        (value) => {
          started.value = value;
        },
        () => found.delete(id),
      );
      return started.reading;
    },
    /** What was read within the last second, if anything. */
    recall: (id: string): T | undefined => found.get(id)?.value,
  };
}

const roleRefusals = {
  user: msg`Only users may do this`,
  seller: msg`Only sellers may do this`,
  admin: msg`Only admins may do this`,
};

/**
 * Refuses callers without the role that a call requires. An admin who lacks the second factor that this shop requires may
 * read like any other person, and change nothing: the functions that change something read the role from the database.
 * @throws Problem not-signed-in, not-allowed
 */
export function requireRole(
  { who, method, refusedTo }: CheckedCall,
  caller: Caller | null,
  body?: unknown,
) {
  if (who === 'everybody' || who === 'identity') return;
  if (!caller) throw notSignedIn(msg`Sign in to continue`);
  // Before the role: a suspended admin, who has lost it, is told why.
  requireUnrestricted({ who, refusedTo }, caller, body);
  const isAllowed = hasRole(who, caller) && !(caller.lacksSecondFactor && method !== 'GET');
  if (!isAllowed) throw roleMissing(caller, roleRefusals[who]);
}

type CheckedCall = Pick<Call, 'who' | 'method' | 'refusedTo' | 'keyScope'>;

function requireUnrestricted(
  call: Pick<Call, 'who' | 'refusedTo'>,
  { restriction }: Caller,
  body: unknown,
): void {
  if (!restriction || !isRefused(call, restriction.kind, body)) return;
  throw new Problem('not-allowed', refusalOf(restriction), { reason: restriction.kind });
}

function refusalOf({ kind, until }: NonNullable<Caller['restriction']>): ProblemText {
  if (kind === 'limited') {
    return msg`Your account is limited by a decision of the admins: you cannot publish anything, or change your name and picture. Under Reports and decisions on your dashboard you can read why, and how to appeal.`;
  }
  return until === undefined
    ? msg`Your account is suspended by a decision of the admins: you can only finish your sales, withdraw listings, change the settings of your emails, export your data, appeal, and delete your account. Under Reports and decisions on your dashboard you can read why.`
    : msg`Your account is suspended until ${formatUtc(new Date(until))} by a decision of the admins: you can only finish your sales, withdraw listings, change the settings of your emails, export your data, appeal, and delete your account. Under Reports and decisions on your dashboard you can read why.`;
}

/**
 * The caller of a call whose route is its own, with the role that it requires.
 * @throws Problem not-signed-in, not-allowed
 */
export async function requireCaller(
  callers: Callers,
  call: CheckedCall,
  request: FastifyRequest,
): Promise<Caller> {
  const caller = await callers.identify(request, call);
  requireRole(call, caller, request.body);
  if (!caller) throw notSignedIn(msg`Sign in to continue`);
  return caller;
}

/** The refusal of a caller without a role; an admin without the second factor or the area is told what is missing. */
export function roleMissing(
  { lacksSecondFactor, lacksArea }: Caller,
  detail: ProblemText,
): Problem {
  if (lacksArea)
    return new Problem('not-allowed', areaRefusals[lacksArea], { reason: areaMissing });
  return lacksSecondFactor
    ? new Problem('not-allowed', adminFactorRequired.detail, { reason: adminFactorRequired.code })
    : new Problem('not-allowed', detail);
}

/** Whether a caller is an admin without the area of a call. */
function isOutside(area: AdminArea | undefined, caller: Caller): boolean {
  return area !== undefined && caller.role === 'admin' && !mayActIn(area, caller);
}

function withinArea(caller: Caller, area: AdminArea | undefined): Caller {
  if (area === undefined || !isOutside(area, caller)) return caller;
  return { ...caller, role: 'seller', lacksArea: area };
}

function hasRole(who: Who, { role }: Caller): boolean {
  if (who === 'admin') return role === 'admin';
  return who !== 'seller' || role === 'seller' || role === 'admin';
}

/**
 * Refuses callers who have not proven who they are for a while: another person may sit at their browser, or have their
 * token. To go on they prove it again by the identity provider, or sign in again, and get a new access token.
 * @throws Problem not-allowed with the reason `recent-sign-in-required`
 */
export function requireRecentSignIn({ signedInAt, keyId }: Caller, at: Date): void {
  // A key may make those calls only that name a permission.
  if (keyId !== undefined) return;
  const sinceMs = at.getTime() - (signedInAt?.getTime() ?? 0);
  if (sinceMs <= recentSignInMinutes * 60_000) return;
  throw new Problem('not-allowed', recentSignInRefusal, { reason: recentSignInRequired });
}

/**
 * The bearer token of a request that must have one.
 * @throws Problem not-signed-in
 */
export function requireToken(request: FastifyRequest): string {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw notSignedIn(msg`Sign in to continue`);
  return token;
}

function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = tokenIn(header);
  if (!token) throw notSignedIn(msg`The authorization header must be: Bearer and a token`);
  return token;
}

function tokenIn(header: string): string | undefined {
  return /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
}

interface AccessToken {
  userId: string;
  expiresAtMs: number;
  sessionId: string | undefined;
  signedInAt: Date | undefined;
}

async function verifyToken(token: string, key: KeyObject, clock: Clock): Promise<AccessToken> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      issuer,
      audience,
      requiredClaims: ['sub', 'exp'],
      currentDate: clock.now(),
    });
    const { sub = '', exp = 0, sid, auth_time: signedInSeconds } = payload;
    return {
      userId: sub,
      expiresAtMs: exp * 1_000,
      sessionId: typeof sid === 'string' ? sid : undefined,
      signedInAt:
        typeof signedInSeconds === 'number' ? new Date(signedInSeconds * 1_000) : undefined,
    };
  } catch (cause) {
    throw notSignedIn(msg`The access token is not valid or has expired`, cause);
  }
}

function notSignedIn(detail: ProblemText, cause?: unknown): Problem {
  return new Problem('not-signed-in', detail, { cause });
}
