import { identityPaths as paths } from '#contract/identity/identity-paths.ts';
import { secondFactorPaths } from '#contract/identity/second-factor.ts';
import type { Problem } from '../../../../core/problem.ts';
import type { SecurityEvent, SecurityLog } from '../../../../core/security-log.ts';
import type { KnownDevices, Origin } from './known-devices.ts';
import type { LoginThrottle } from './login-throttle.ts';

/** A request that tries a password or a link, or has a mail sent. */
export interface GuardedRequest extends Origin {
  path: string;
  reqId: string;
  /** Email of the account, if the request, its link or its session names one. */
  email: string | undefined;
}

/** What to call once it is known how the attempt ended. */
export interface Attempt {
  /**
   * @param identity who has signed in or proven the mailbox by it: its device and place become known
   * @param events what the security log records; by default the path's
   * @returns whether they did
   */
  succeeded(
    identity: { id: string; email: string } | undefined,
    events?: readonly SecurityEvent[],
  ): Promise<boolean>;
  failed(problem: Problem): void;
}

/** Limits attempts, and records them in the security log. */
export interface SignInGuard {
  /** @throws Problem too-many-requests */
  begin(request: GuardedRequest): Promise<Attempt>;
}

interface GuardDeps {
  /** Undefined when rate limits are off, for load tests. */
  throttle: LoginThrottle | undefined;
  knownDevices: KnownDevices;
  securityLog: SecurityLog;
  log: { warn: (fields: object, message: string) => void };
}

const successes = {
  '/sign-in/email': 'signed-in',
  '/change-password': 'password-changed',
  '/reset-password': 'password-reset',
} as const;

/** By reason and path: the refusals that are recorded, and as what. */
const failures: Readonly<Record<string, Readonly<Record<string, SecurityEvent>>>> = {
  'wrong-password': { '/sign-in/email': 'sign-in-failed', other: 'password-check-failed' },
  'invalid-link': { '/reset-password': 'reset-link-refused' },
  'wrong-code': { other: 'second-factor-failed' },
  'wrong-recovery-code': { other: 'second-factor-failed' },
  'passkey-refused': { other: 'second-factor-failed' },
  'passkey-unknown': { other: 'second-factor-failed' },
};

/**
 * Paths on which success says nothing about the sender, because any email succeeds, or none is asked for: each counts.
 */
const alwaysCounted: readonly string[] = [
  paths.signUp,
  paths.askForReset,
  paths.askForVerification,
  secondFactorPaths.beginPasskeySignIn,
];

export function createSignInGuard({
  throttle,
  knownDevices,
  securityLog,
  log,
}: GuardDeps): SignInGuard {
  return {
    async begin(request) {
      const { path, email } = request;
      const record = (event: Parameters<SecurityLog['record']>[0]) =>
        securityLog.record(event, request);
      const known = throttle && email ? await knownDevices.find(email, request) : undefined;
      const uncount = await throttle?.count(request, known).catch((error: unknown) => {
        record('attempt-limited');
        throw error;
      });
      return {
        async succeeded(identity, events) {
          const event = successes[path as keyof typeof successes];
          for (const done of events ?? (event ? [event] : [])) {
            securityLog.record(done, { ...request, email: email ?? identity?.email });
          }
          const isRemembered = identity !== undefined && throttle !== undefined;
          await Promise.all([
            alwaysCounted.includes(path) ? undefined : uncount?.(),
            isRemembered ? knownDevices.remember(identity, request) : undefined,
          ]).catch((err: unknown) => log.warn({ err }, 'A sign-in could not be remembered'));
          return isRemembered;
        },
        failed({ reason }) {
          const event = failures[reason ?? '']?.[path] ?? failures[reason ?? '']?.other;
          if (event) record(event);
        },
      };
    },
  };
}
