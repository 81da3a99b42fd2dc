import { textsOf } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import type { AccountMail } from '../../port.ts';

interface MailShop {
  /** The address of the shop, without a slash at the end. */
  shop: string;
  shopName: string;
}

interface LinkMail extends Pick<MailShop, 'shopName'> {
  link: string;
}

/** The time for which the links in these mails are valid. */
export const linkMinutes = { verification: 24 * 60, reset: 60 } as const;

/*
 * None of these mails contains input of a user, such as the name: until an address is verified, a stranger may have registered
 * it to send a text to its owner.
 */

export function verificationMail({ shopName, link }: LinkMail): AccountMail {
  return {
    subject: t`Is this your email?`,
    paragraphs: [
      t`Somebody, probably you, opened an account at ${shopName} with this email. Log in there, then open this link to confirm that it is yours.`,
    ],
    step: { label: t`Confirm this email`, link },
    closing: [
      t`The link works for a day. If it was not you, do nothing: nobody can confirm this email without you.`,
    ],
    reason: t`You are getting this email because somebody opened an account at ${shopName} with this email.`,
  };
}

export function resetMail({ shopName, link }: LinkMail): AccountMail {
  return {
    subject: t`Choose a new password`,
    paragraphs: [t`Somebody, probably you, asked for a new password at ${shopName}.`],
    step: { label: t`Choose a new password`, link },
    closing: [
      t`The link works once, for an hour. If it was not you, do nothing: your password stays as it is.`,
    ],
    reason: t`You are getting this email because somebody asked for a new password for your account.`,
  };
}

const securityReason = () =>
  t`You are getting this email because it is about the security of your account. Everyone with an account gets these emails.`;

/** Told after a change of password, by whatever way it was changed. */
export function passwordChangedMail({ shop, shopName }: MailShop): AccountMail {
  return {
    subject: t`Your password has changed`,
    paragraphs: [
      t`The password of your account at ${shopName} has just been changed. Links to choose a new password that we sent before no longer work.`,
      t`If it was you, there is nothing to do. If it was not, choose another password now: that signs everyone else out.`,
    ],
    step: { label: t`Choose another password`, link: shop + paths.forgotPassword() },
    reason: securityReason(),
  };
}

const factorTexts = textsOf({
  'authenticator-added': {
    subject: msg`An authenticator app was added to your account`,
    happened: (shopName: string) =>
      t`An authenticator app has just been added to your account at ${shopName}.`,
  },
  'authenticator-removed': {
    subject: msg`The authenticator app was removed from your account`,
    happened: (shopName: string) =>
      t`The authenticator app has just been removed from your account at ${shopName}.`,
  },
  'passkey-added': {
    subject: msg`A passkey was added to your account`,
    happened: (shopName: string) =>
      t`A passkey has just been added to your account at ${shopName}. A person who holds it can log in.`,
  },
  'passkey-removed': {
    subject: msg`A passkey was removed from your account`,
    happened: (shopName: string) =>
      t`A passkey has just been removed from your account at ${shopName}.`,
  },
  'recovery-code-used': {
    subject: msg`A recovery code was used to log in`,
    happened: (shopName: string) =>
      t`Somebody has just logged in to your account at ${shopName} with one of your recovery codes.`,
  },
  'recovery-codes-renewed': {
    subject: msg`You have new recovery codes`,
    happened: (shopName: string) =>
      t`New recovery codes have just been made for your account at ${shopName}. The old ones no longer work.`,
  },
});

type FactorMailKind = keyof typeof factorTexts;

/** Told after every change of the second factors. */
export function factorMail(kind: FactorMailKind, { shop, shopName }: MailShop): AccountMail {
  const { subject, happened } = factorTexts[kind];
  return {
    subject,
    paragraphs: [happened(shopName), t`If it was you, there is nothing to do.`],
    step: { label: t`Open your profile`, link: shop + paths.profile() },
    closing: [
      t`If it was not you, choose “Forgot your password?” on the login page and set another password: that signs everyone else out. Then open your profile and remove what is not yours under Second factor.`,
    ],
    reason: securityReason(),
  };
}
