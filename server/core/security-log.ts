import { createHmac } from 'node:crypto';
import type { BaseLogger } from 'pino';

/** What the security log records, and whether it is a refusal (level `warn`) or something that was done (`info`). */
export const securityEvents = {
  'signed-in': 'info',
  'sign-in-failed': 'warn',
  'attempt-limited': 'warn',
  'password-check-failed': 'warn',
  'reset-link-refused': 'warn',
  'second-step-asked': 'info',
  'second-factor-failed': 'warn',
  'second-factor-added': 'info',
  'second-factor-removed': 'info',
  'recovery-code-used': 'info',
  'recovery-codes-renewed': 'info',
  'password-changed': 'info',
  'password-reset': 'info',
  'role-changed': 'info',
  'webhook-refused': 'warn',
  'key-made': 'info',
  'key-revoked': 'info',
  'webhook-made': 'info',
  'webhook-removed': 'info',
  'payout-account-changed': 'info',
  'bank-details-read': 'info',
} as const;

export type SecurityEvent = keyof typeof securityEvents;

interface About {
  /** Email of the account; logged as a keyed digest. */
  email?: string | undefined;
  /** See `placeOfAddress`; logged as a keyed digest. */
  place?: string | undefined;
  /** Path of the identity provider that refused. */
  path?: string | undefined;
  reqId?: string | undefined;
}

/**
 * Records events that show an attack. Accounts and places are digests: equal ones are equal, and none can be read.
 */
export interface SecurityLog {
  record(event: SecurityEvent, about: About): void;
}

/** @param deps.secret key of the digests, the same for all servers of a shop */
export function createSecurityLog({
  log,
  secret,
}: {
  log: Pick<BaseLogger, 'info' | 'warn'>;
  secret: string;
}): SecurityLog {
  const digest = (kind: string, value: string | undefined) =>
    value &&
    createHmac('sha256', secret).update(`log ${kind} ${value}`).digest('base64url').slice(0, 16);
  return {
    record(event, { email, place, path, reqId }) {
      const account = digest('account', email?.trim().toLowerCase());
      const fields = { event, account, place: digest('place', place), path, reqId };
      log[securityEvents[event]](fields, 'security');
    },
  };
}
