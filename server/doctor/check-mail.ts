import type { Resolver } from 'node:dns/promises';
import nodemailer from 'nodemailer';
import { checkMailServer } from './check-settings.ts';
import { advice, type Finding, fault, ok, reasonOf } from './finding.ts';

interface MailDeps {
  /** Undefined: mails become files. */
  smtpUrl: string | undefined;
  /** The sender. */
  from: string;
  /** The address to which a mail is sent; without it the mail server is asked only whether it lets the shop in. */
  to: string | undefined;
  dns: Pick<Resolver, 'resolveTxt'>;
}

const timeoutMs = 20_000;

/** Whether the mail server takes mails of the shop, and whether the sender's domain lets receivers believe them. */
export async function checkMail({ smtpUrl, from, to, dns }: MailDeps): Promise<Finding[]> {
  if (smtpUrl === undefined) return checkMailServer({ smtpUrl });
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? '';
  const sent = await tryServer({ smtpUrl, from, to });
  return [sent, ...(await checkDomain(dns, domain))];
}

async function tryServer({
  smtpUrl,
  from,
  to,
}: Pick<MailDeps, 'from' | 'to'> & { smtpUrl: string }) {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  try {
    await transport.verify();
    if (to === undefined) {
      return ok(
        'The mail server lets the shop in. npm run doctor -- --mail you@example.org sends a mail.',
      );
    }
    await transport.sendMail({
      from,
      to,
      subject: 'A test email from your shop',
      text: 'This shows that your shop’s emails are sent. Check whether this one was taken for spam.\n',
    });
    return ok(`The mail server took a mail to ${to}: check whether it arrives, and where.`);
  } catch (error) {
    return fault(
      `The mail server refused: ${reasonOf(error)}`,
      'Check host, port, user and password in SMTP_URL, and that this machine may connect to the port.',
    );
  } finally {
    transport.close();
  }
}

/** Large mailbox providers refuse mails of domains that say nothing about who may send for them. */
async function checkDomain(dns: MailDeps['dns'], domain: string): Promise<Finding[]> {
  const records = await Promise.all([
    textOf(dns, domain, 'v=spf1'),
    textOf(dns, `_dmarc.${domain}`, 'v=DMARC1'),
  ]);
  if (records.includes('unknown')) {
    return [
      advice(
        `The records of ${domain} could not be looked up.`,
        'Check that SPF, DKIM and DMARC are set up for the domain of MAIL_FROM.',
      ),
    ];
  }
  const missing = ['SPF', 'DMARC'].filter((_name, index) => records[index] === 'missing');
  if (missing.length === 0) return [ok(`${domain} has records for SPF and DMARC.`)];
  return [
    advice(
      `${domain} has no ${missing.join(' and no ')} record: many mails will be taken for spam.`,
      'Your mail provider says which records to add to the domain of MAIL_FROM; add those of DKIM as well.',
    ),
  ];
}

async function textOf(dns: MailDeps['dns'], name: string, beginning: string) {
  try {
    const records = await dns.resolveTxt(name);
    const found = records.some((parts) =>
      parts.join('').toLowerCase().startsWith(beginning.toLowerCase()),
    );
    return found ? 'found' : 'missing';
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unknown';
  }
}
