import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import type { Mail, MailProvider } from './port.ts';

interface OutboxDeps {
  /** Where the mails lie. */
  folder: string;
  clock: Clock;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Keeps mails as files, one each, that a mail program or an editor opens, for a shop that has no mail server. The log says
 * that there is one, not for whom. A mail with an id is one file, however often it is handed over.
 */
export function createFileOutbox({ folder, clock, log }: OutboxDeps): MailProvider {
  return {
    name: 'outbox',
    async send(mail) {
      const at = clock.now();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id ?? newId(at)}.eml`);
      // Whoever watches the folder never sees half a mail. A link in it is as good as a password.
      await writeFile(`${file}.part`, messageOf(mail, at), { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.warn({ file: basename(file) }, 'A mail lies in the outbox');
    },
    close: async () => undefined,
  };
}

/** The mail as RFC 5322 and RFC 2046 write it, unencoded so that an editor shows it too. */
function messageOf({ to, subject, text, html }: Mail, at: Date): string {
  const head = [
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    `Date: ${at.toUTCString()}`,
    'MIME-Version: 1.0',
  ];
  if (html === undefined) return [...head, ...part('plain', text)].join('\n');
  const boundary = `part-${newId(at)}`;
  return [
    ...head,
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    ...part('plain', text),
    `--${boundary}`,
    ...part('html', html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

function part(kind: 'plain' | 'html', content: string): string[] {
  return [
    `Content-Type: text/${kind}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content,
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
