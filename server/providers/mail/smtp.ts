import nodemailer from 'nodemailer';
import type { MailProvider } from './port.ts';

interface SmtpParts {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** Whom the mails come from: `Reprise <shop@example.org>`. */
  from: string;
}

const patienceMs = 20_000;

/** Sends mails through a mail server. */
export function smtpMail({ url, from }: SmtpParts): MailProvider {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      connectionTimeout: patienceMs,
      greetingTimeout: patienceMs,
      socketTimeout: patienceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    name: 'smtp',
    async send({ to, subject, text }) {
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
    async close() {
      transport.close();
    },
  };
}
