import nodemailer from 'nodemailer';
import type { MailProvider } from './port.ts';

interface SmtpDeps {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  url: string;
  /** Whom the mails come from: `Reprise <shop@example.org>`. */
  from: string;
}

const firstDataTimeoutMs = 20_000;

/** Sends mails through a mail server. */
export function createSmtpMail({ url, from }: SmtpDeps): MailProvider {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      connectionTimeout: firstDataTimeoutMs,
      greetingTimeout: firstDataTimeoutMs,
      socketTimeout: firstDataTimeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    name: 'smtp',
    async send({ to, subject, text, html, id }) {
      await transport.sendMail({
        ...{ to: { name: '', address: to }, subject, text },
        ...(html === undefined ? {} : { html }),
        // Mail servers and programs know a mail that comes twice by this.
        ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from)}>` }),
      });
    },
    async close() {
      transport.close();
    },
  };
}

function domainOf(address: string): string {
  return /@([^>\s]+)/.exec(address)?.[1] ?? 'localhost';
}
