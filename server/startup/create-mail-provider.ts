import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createFileOutbox } from '../providers/mail/file-outbox.ts';
import type { MailProvider } from '../providers/mail/port.ts';

/** Creates the configured mail provider: a mail server, or files in the outbox folder. */
export async function createMailProvider(
  { config, clock, log }: { config: Config; clock: Clock; log: Logger },
  closers: (() => Promise<unknown>)[],
): Promise<MailProvider> {
  const mail = await openMail(config, clock, log);
  closers.push(mail.close);
  return mail;
}

async function openMail(config: Config, clock: Clock, log: Logger): Promise<MailProvider> {
  if (config.smtpUrl === undefined) {
    if (config.production) {
      log.warn('SMTP_URL is not set: mails are written to DATA_DIR/outbox and not sent');
    }
    return createFileOutbox({ folder: join(config.dataDir, 'outbox'), clock, log });
  }
  const { createSmtpMail } = await import('../providers/mail/smtp.ts');
  return createSmtpMail({ url: config.smtpUrl, from: config.mailFrom });
}
