import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createFileOutbox } from '../providers/mail/file-outbox.ts';
import type { MailProvider } from '../providers/mail/port.ts';

/** Chooses what takes mail to people: a mail server where one is configured, files in the outbox otherwise. */
export async function createMailProvider(
  { config, clock, log }: { config: Config; clock: Clock; log: Logger },
  closers: (() => Promise<unknown>)[],
): Promise<MailProvider> {
  const mail = await chosenMail(config, clock, log);
  closers.push(mail.close);
  return mail;
}

async function chosenMail(config: Config, clock: Clock, log: Logger): Promise<MailProvider> {
  if (config.smtpUrl === undefined) {
    if (config.production)
      log.warn('Mails become files in the outbox, because SMTP_URL is not set');
    return createFileOutbox({ folder: join(config.dataDir, 'outbox'), clock, log });
  }
  const { createSmtpMail } = await import('../providers/mail/smtp.ts');
  return createSmtpMail({ url: config.smtpUrl, from: config.mailFrom });
}
