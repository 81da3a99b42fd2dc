import { LRUCache } from 'lru-cache';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../../core/clock.ts';
import { Problem } from '../../../core/problem.ts';
import { identityProblem } from '../identity-problem.ts';
import type { Account, Accounts } from './accounts.ts';
import type { FirebaseRecords, FirebaseSession } from './firebase-records.ts';

export interface SessionChecks {
  /**
   * Reads the account of a session at Firebase.
   * @throws Problem not-signed-in, not-allowed (user-disabled); unavailable when Google cannot be reached
   */
  requireLive(session: FirebaseSession): Promise<Account & { email: string }>;
  /**
   * Whether access tokens of a session are still valid: a session that has ended here ends them immediately, one that
   * Firebase has ended within `accountCheckMs`. While Google cannot be reached they are.
   */
  isLive(sessionId: string): Promise<boolean>;
  /** Reads the account again at its next check. */
  forget(uid: string): void;
}

interface CheckDeps {
  accounts: Pick<Accounts, 'findByUid'>;
  records: FirebaseRecords;
  clock: Clock;
  accountCheckMs: number;
}

/** With the second for which `callers` remember an answer, what happens at Firebase takes effect within a minute. */
export const defaultAccountCheckMs = 55_000;

/** After a failure Google is not asked for this time, so that no one else waits for its time-out. */
const pauseMs = 30_000;

export function createSessionChecks({
  accounts,
  records,
  clock,
  accountCheckMs,
}: CheckDeps): SessionChecks {
  const checked = new LRUCache<string, { account: Promise<Account | null>; atMs: number }>({
    max: 10_000,
  });
  let pausedUntilMs = 0;
  const nowMs = () => clock.now().getTime();

  function lookUp(uid: string): Promise<Account | null> {
    const account = accounts.findByUid(uid);
    checked.set(uid, { account, atMs: nowMs() });
    account.catch(() => {
      checked.delete(uid);
      pausedUntilMs = nowMs() + pauseMs;
    });
    return account;
  }

  function recentAccount(uid: string): Promise<Account | null> {
    const known = checked.get(uid);
    return known && nowMs() - known.atMs < accountCheckMs ? known.account : lookUp(uid);
  }

  return {
    async requireLive(session) {
      const [account, isEnded] = await Promise.all([
        lookUp(session.uid),
        records.isSessionEnded(session),
      ]);
      if (isEnded) throw sessionEnded();
      return requireLiveAccount(session, account);
    },
    async isLive(sessionId) {
      const session = parseSessionId(sessionId);
      if (!session || (await records.isSessionEnded(session))) return false;
      if (nowMs() < pausedUntilMs) return true;
      try {
        requireLiveAccount(session, await recentAccount(session.uid));
        return true;
      } catch (error) {
        // Google cannot be reached: the token is valid for what is left of its hour.
        return error instanceof Problem && error.code === 'unavailable';
      }
    },
    forget: (uid) => checked.delete(uid),
  };
}

const providerIds = { password: 'password', google: 'google.com' } as const;

/** @throws Problem not-signed-in, not-allowed (user-disabled) */
function requireLiveAccount(
  { by, signedInAtSeconds }: FirebaseSession,
  account: Account | null,
): Account & { email: string } {
  if (!account) throw new Problem('not-signed-in', msg`This account does not exist any more`);
  if (account.isDisabled) throw identityProblem('user-disabled');
  // Signing in with Google removes an unverified password, but tokens from it remain valid until they expire.
  const isStillLinked = account.signInProviders.includes(providerIds[by]);
  if (signedInAtSeconds < account.validSinceSeconds || !isStillLinked) throw sessionEnded();
  const { email } = account;
  if (!email) throw new Problem('not-signed-in', msg`This account has no email`);
  return { ...account, email };
}

function sessionEnded(): Problem {
  return new Problem('not-signed-in', msg`This session has ended`);
}

/** The id that access tokens carry. Firebase's ids of accounts may have any characters. */
export function toSessionId({ by, signedInAtSeconds, uid }: FirebaseSession): string {
  return `${by}.${signedInAtSeconds}.${uid}`;
}

function parseSessionId(sessionId: string): FirebaseSession | undefined {
  const [, by, seconds, uid] = /^(password|google)\.(\d+)\.(.+)$/s.exec(sessionId) ?? [];
  if ((by !== 'password' && by !== 'google') || uid === undefined) return undefined;
  return { by, uid, signedInAtSeconds: Number(seconds) };
}
