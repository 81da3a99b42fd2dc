import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { MailProvider } from './port.ts';

interface OutboxParts {
  /** Where the mails lie. */
  folder: string;
  clock: Clock;
  log: { warn: (fields: object, message: string) => void };
}

/**
 * Keeps mails as files, one each, that a mail program or an editor opens, for a shop that has no mail server. The log says
 * that there is one, not for whom.
 */
export function outboxMail({ folder, clock, log }: OutboxParts): MailProvider {
  return {
    name: 'outbox',
    async send({ to, subject, text }) {
      const at = clock.now();
      const head = [
        `To: ${oneLine(to)}`,
        `Subject: ${oneLine(subject)}`,
        `Date: ${at.toUTCString()}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
      ];
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId(at)}.eml`);
      // Whoever watches the folder never sees half a mail. A link in it is as good as a password.
      await writeFile(`${file}.part`, `${head.join('\n')}\n\n${text}`, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.warn({ file: basename(file) }, 'A mail lies in the outbox');
    },
    close: async () => undefined,
  };
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
