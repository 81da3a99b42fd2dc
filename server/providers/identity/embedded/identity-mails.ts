/** A mail that this provider sends. */
export interface IdentityMail {
  to: string;
  subject: string;
  text: string;
}

interface LinkMail {
  email: string;
  name: string;
  link: string;
}

/** How long the links in these mails are valid. */
export const linkMinutes = { verification: 24 * 60, reset: 60 } as const;

export function verificationMail({ email, name, link }: LinkMail): IdentityMail {
  return {
    to: email,
    subject: 'Is this your email?',
    text: `Hello ${name},

somebody, probably you, opened an account at Reprise with this email. Log in there, then open this link to say that it is yours:

${link}

The link is good for a day. If it was not you, do nothing: nobody can prove this email without you.
`,
  };
}

export function resetMail({ email, name, link }: LinkMail): IdentityMail {
  return {
    to: email,
    subject: 'Choose a new password',
    text: `Hello ${name},

somebody, probably you, asked for a new password at Reprise. Choose it here:

${link}

The link is good for an hour, and once. If it was not you, do nothing: your password stays as it is.
`,
  };
}
