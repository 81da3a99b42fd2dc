import type { AccountMailKind } from '../../../database/schema/account-mails.ts';
import type { AccountMail } from '../port.ts';

interface LinkMail {
  email: string;
  link: string;
}

/** How long the links in these mails are valid. */
export const linkMinutes = { verification: 24 * 60, reset: 60 } as const;

/*
 * None of these mails contains input of a user, such as the name: until an address is verified, a stranger may have registered
 * it to send a text to its owner.
 */

export function verificationMail({ email, link }: LinkMail): AccountMail {
  return {
    to: email,
    subject: 'Is this your email?',
    text: `Hello,

somebody, probably you, opened an account at Reprise with this email. Log in there, then open this link to say that it is yours:

${link}

The link is good for a day. If it was not you, do nothing: nobody can prove this email without you.
`,
  };
}

export function resetMail({ email, link }: LinkMail): AccountMail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: `Hello,

somebody, probably you, asked for a new password at Reprise. Choose it here:

${link}

The link is good for an hour, and once. If it was not you, do nothing: your password stays as it is.
`,
  };
}

/** Told after a change of password, by whatever way it was changed. */
export function passwordChangedMail(email: string): AccountMail {
  return {
    to: email,
    subject: 'Your password has changed',
    text: `Hello,

the password of your account at Reprise has just been changed. Links to choose a new password that were mailed before have ended.

If it was not you, open the shop now, choose "Forgot password" on the login page and set another one: that signs out everybody else.
`,
  };
}

const factorTexts = {
  'authenticator-added': {
    subject: 'An authenticator app was added to your account',
    happened: 'an authenticator app has just been added to your account at Reprise.',
  },
  'authenticator-removed': {
    subject: 'The authenticator app was removed from your account',
    happened: 'the authenticator app has just been removed from your account at Reprise.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    happened:
      'a passkey has just been added to your account at Reprise. A person who holds it can log in.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    happened: 'a passkey has just been removed from your account at Reprise.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used to log in',
    happened:
      'somebody has just logged in to your account at Reprise with one of your recovery codes.',
  },
  'recovery-codes-renewed': {
    subject: 'You have new recovery codes',
    happened:
      'new recovery codes have just been made for your account at Reprise. The ones before have ended.',
  },
} as const satisfies Partial<Record<AccountMailKind, { subject: string; happened: string }>>;

type FactorMailKind = keyof typeof factorTexts;

/** Told after every change of the second factors. */
export function factorMail(kind: FactorMailKind, email: string): AccountMail {
  const { subject, happened } = factorTexts[kind];
  return {
    to: email,
    subject,
    text: `Hello,

${happened}

If it was not you, open the shop now, choose "Forgot password" on the login page and set another password: that signs out everybody else. Then look at your profile page, under Second factor, and remove what is not yours.
`,
  };
}
