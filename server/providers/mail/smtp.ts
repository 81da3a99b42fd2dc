import nodemailer from 'nodemailer';
import {
  automaticHeaders,
  languageHeader,
  type MailProvider,
  type MailSender,
  MailUnavailable,
  subjectHeader,
  unsubscribeHeaders,
} from './port.ts';

interface SmtpDeps {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  url: string;
  from: MailSender;
}

const timeoutMs = 20_000;

/** Sends mails through a mail server. */
export function createSmtpMail({ url, from }: SmtpDeps): MailProvider {
  const transport = nodemailer.createTransport(
    {
      url,
      pool: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    name: 'smtp',
    async send({ to, subject, text, html, pictures = [], unsubscribeLink, language, id }) {
      const message = {
        to: { name: '', address: to },
        text,
        ...(html === undefined ? {} : { html }),
        attachments: pictures.map(({ cid, type, content }) => ({
          cid,
          contentType: type,
          contentDisposition: 'inline' as const,
          filename: false as const,
          content: Buffer.from(content),
        })),
        headers: preparedHeaders({
          Subject: subjectHeader(subject),
          ...automaticHeaders,
          ...languageHeader(language),
          ...(unsubscribeLink === undefined ? {} : unsubscribeHeaders(unsubscribeLink)),
        }),
        // Mail servers and programs detect a repeated mail by its Message-ID.
        ...(id === undefined ? {} : { messageId: `<${id}@${domainOf(from.address)}>` }),
      };
      await transport.sendMail(message).catch((error: unknown) => {
        throw isRefusalOfThisMail(error) ? error : new MailUnavailable(error);
      });
    },
    async close() {
      transport.close();
    },
  };
}

/** As they are, because encoded or folded an address would not be one any more; only a subject may be folded. */
function preparedHeaders(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([key, value]) => ({
    key,
    value,
    prepared: true,
    foldLines: key === 'Subject',
  }));
}

function domainOf(address: string): string {
  return /@([^>\s]+)/.exec(address)?.[1] ?? 'localhost';
}

/** Whether the mail server refused the addresses or the content of one mail, and would take others. */
function isRefusalOfThisMail(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'EREQUIRETLS';
  return isOfMail && responseCode !== serviceNotAvailable;
}

/** RFC 5321, section 4.2.3: the server closes the connection. */
const serviceNotAvailable = 421;
