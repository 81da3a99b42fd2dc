import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { createFileOutbox } from '../providers/mail/file-outbox.ts';
import type { MailProvider, MailSender } from '../providers/mail/port.ts';

interface MailDeps {
  /** The name of the shop. */
  shopName: string;
  config: Config;
  clock: Clock;
  log: Logger;
}

/** Creates the configured mail provider: a mail server, or files in the outbox folder. */
export async function createMailProvider(
  { shopName, config, clock, log }: MailDeps,
  closers: (() => Promise<unknown>)[],
): Promise<MailProvider> {
  const mail = await openMail({ shopName, config, clock, log });
  closers.push(mail.close);
  return mail;
}

async function openMail({ shopName, config, clock, log }: MailDeps): Promise<MailProvider> {
  const from = senderOf(config.mailFrom, shopName);
  if (config.smtpUrl === undefined) {
    if (config.production) {
      log.warn('SMTP_URL is not set: mails are written to DATA_DIR/outbox and not sent');
    }
    return createFileOutbox({ folder: join(config.dataDir, 'outbox'), from, clock, log });
  }
  const { createSmtpMail } = await import('../providers/mail/smtp.ts');
  return createSmtpMail({ url: config.smtpUrl, from });
}

/** A sender without a name of its own has that of the shop. */
export function senderOf(mailFrom: string, shopName: string): MailSender {
  const [, name = '', address = mailFrom] = /^(.*)<([^<>]+)>\s*$/.exec(mailFrom) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || shopName, address: address.trim() };
}
