import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { encodeWord, foldLines } from 'nodemailer/lib/mime-funcs';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import {
  automaticHeaders,
  languageHeader,
  type Mail,
  type MailPicture,
  type MailProvider,
  type MailSender,
  MailUnavailable,
  subjectHeader,
  unsubscribeHeaders,
} from './port.ts';

interface OutboxDeps {
  /** Folder of the mail files. */
  folder: string;
  from: MailSender;
  clock: Clock;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Writes each mail to a file that mail programs and editors can open, for a shop without a mail server. The log names the
 * file but not the recipient. A mail with an id is one file, however often it is sent.
 */
export function createFileOutbox({ folder, from, clock, log }: OutboxDeps): MailProvider {
  return {
    name: 'outbox',
    async send(mail) {
      const at = clock.now();
      const file = join(folder, `${mail.id ?? newId(at)}.eml`);
      await writeMail(file, formatMessage(mail, { from, at })).catch((error: unknown) => {
        // The disk is full or read-only, for every mail.
        throw new MailUnavailable(error);
      });
      log.warn({ file: basename(file) }, 'A mail was written to the outbox');
    },
    close: async () => undefined,
  };
}

async function writeMail(file: string, message: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Renaming avoids partly written files. The mode is private, because a link in a mail is as good as a password.
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Formats the mail by RFC 5322, RFC 2046 and RFC 2387, its bodies unencoded so that editors show them. */
function formatMessage(mail: Mail, { from, at }: { from: MailSender; at: Date }): string {
  const { to, subject, text, html, pictures = [], unsubscribeLink, language } = mail;
  const further = unsubscribeLink === undefined ? {} : unsubscribeHeaders(unsubscribeLink);
  const head = [
    `From: ${sender(from)}`,
    `To: ${oneLine(to)}`,
    foldLines(`Subject: ${subjectHeader(subject)}`).replaceAll('\r\n', '\n'),
    `Date: ${at.toUTCString()}`,
    ...Object.entries({ ...automaticHeaders, ...languageHeader(language), ...further }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    'MIME-Version: 1.0',
  ];
  if (html === undefined) return [...head, ...part('plain', text)].join('\n');
  const page = part('html', html);
  const shown =
    pictures.length > 0 ? multipart('related', [page, ...pictures.map(picture)], at) : page;
  return [...head, ...multipart('alternative', [part('plain', text), shown], at)].join('\n');
}

function multipart(kind: 'alternative' | 'related', parts: string[][], at: Date): string[] {
  const boundary = `part-${newId(at)}`;
  return [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.flatMap((lines) => [`--${boundary}`, ...lines]),
    `--${boundary}--`,
    '',
  ];
}

function picture({ cid, type, content }: MailPicture): string[] {
  const lines =
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    `Content-ID: <${cid}>`,
    'Content-Disposition: inline',
    '',
    ...lines,
  ];
}

function part(kind: 'plain' | 'html', content: string): string[] {
  return [
    `Content-Type: text/${kind}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content,
  ];
}

/** Writes a quoted text, or an encoded word where it has other letters. */
function sender({ name, address }: MailSender): string {
  const line = oneLine(name);
  const isPlain = /^[\x20-\x7e]*$/.test(line);
  const shown = isPlain ? JSON.stringify(line) : encodeWord(line, 'Q', 52);
  return `${shown} <${oneLine(address)}>`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
