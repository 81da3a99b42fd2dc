import { createHmac } from 'node:crypto';
import { secondFactorPaths as paths } from '#contract/identity/second-factor.ts';

/** A limit on attempts, counted in the database, so that it holds across all servers. */
export interface LoginLimit {
  /** What attempts are counted by. A place is an IPv4 address or an IPv6 /64. */
  by: 'place' | 'account' | 'account and place' | 'known device or place';
  max: number;
  minutes: number;
}

/**
 * By path, in the order in which they are counted: the place first. Five password attempts per account and place, and
 * twenty per account from all places: a single attacker cannot lock the owner out, and a distributed one cannot guess for
 * long. Paths that send mail are limited per mailbox. Codes of the second step are counted per account alone, because who
 * tries them has the password: five, then a wait.
 */
const loginLimits: Readonly<Record<string, readonly LoginLimit[]>> = {
  '/sign-in/email': [
    { by: 'place', max: 60, minutes: 15 },
    { by: 'account and place', max: 5, minutes: 15 },
    { by: 'account', max: 20, minutes: 15 },
  ],
  '/sign-up/email': [{ by: 'place', max: 20, minutes: 60 }],
  '/change-password': passwordCheckLimits(),
  '/proof': passwordCheckLimits(),
  '/two-factor': [
    { by: 'place', max: 60, minutes: 15 },
    { by: 'account', max: 5, minutes: 15 },
    { by: 'account', max: 20, minutes: 24 * 60 },
  ],
  '/passkey': [{ by: 'place', max: 120, minutes: 15 }],
  '/request-password-reset': mailLimits(),
  '/reset-password': [{ by: 'place', max: 20, minutes: 60 }],
  '/send-verification-email': mailLimits(),
  '/verify-email': [{ by: 'place', max: 60, minutes: 60 }],
};

/**
 * These apply instead where the account has signed in before: an allowance of its own, which attempts from elsewhere
 * cannot use up.
 */
const limitsOfKnown: Readonly<Record<string, readonly LoginLimit[]>> = {
  '/sign-in/email': [{ by: 'known device or place', max: 10, minutes: 15 }],
  // A stranger who reads the mails of the owner makes devices known by resetting the password, so all together have a
  // limit too.
  '/two-factor': [
    { by: 'known device or place', max: 5, minutes: 15 },
    { by: 'account', max: 60, minutes: 24 * 60 },
  ],
  '/request-password-reset': [{ by: 'known device or place', max: 5, minutes: 60 }],
  '/send-verification-email': [{ by: 'known device or place', max: 5, minutes: 60 }],
};

/** Paths on which the same is guessed are counted as one. */
const countedAs: Readonly<Record<string, string>> = {
  [paths.enterCode]: '/two-factor',
  [paths.enterRecoveryCode]: '/two-factor',
  [paths.addPasskey]: '/passkey',
  [paths.beginPasskeySignIn]: '/passkey',
  [paths.signInWithPasskey]: '/passkey',
};

export interface LoginAttempt {
  path: string;
  /** See `placeOfAddress`. */
  place: string;
  /** Email of the account, if there is one in the request or its session. */
  email: string | undefined;
}

/** The path's limits, each with the key that it is counted by. */
export function findLimits(
  { path, place, email = '' }: LoginAttempt,
  { secret, knownKey = '' }: { secret: string; knownKey: string | undefined },
): (LoginLimit & { key: string })[] {
  const account = email.trim().toLowerCase();
  const countedBy: Record<LoginLimit['by'], string> = {
    place,
    account,
    'account and place': `${account} ${place}`,
    'known device or place': knownKey,
  };
  const counted = countedAs[path] ?? path;
  const limits = (knownKey && limitsOfKnown[counted]) || loginLimits[counted] || [];
  return limits.map((limit) => ({
    ...limit,
    key: createHmac('sha256', secret)
      .update(`attempt ${counted} ${limit.by} ${periodOf(limit)}${countedBy[limit.by]}`)
      .digest('base64url'),
  }));
}

/** The limits of password checks by a user who has a session already. */
function passwordCheckLimits(): LoginLimit[] {
  return [
    { by: 'place', max: 10, minutes: 15 },
    { by: 'account', max: 10, minutes: 15 },
  ];
}

function mailLimits(): LoginLimit[] {
  return [
    { by: 'place', max: 20, minutes: 60 },
    { by: 'account and place', max: 5, minutes: 60 },
    { by: 'account', max: 10, minutes: 60 },
  ];
}

/** Tells the two limits of an account apart. */
function periodOf({ minutes }: LoginLimit): string {
  return minutes > 60 ? `${minutes} ` : '';
}
