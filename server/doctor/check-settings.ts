import type { Config } from '../config/config.ts';
import { advice, type Finding, fault, ok } from './finding.ts';

/** The oldest major version of Node that gets security fixes, and the one that the container image has. */
const oldestNode = 22;
const imageNode = 24;

/**
 * What is allowed and yet wrong, or unwise, for a shop that is open to people. Settings that contradict each other are refused
 * at the start already.
 */
export function checkSettings(config: Config, nodeVersion: string): Finding[] {
  const findings = [
    ...config.misspelled.map((text) => advice(text, 'Correct its name, or remove it.')),
    ...checkMode(config),
    ...checkReach(config),
    ...checkAdmins(config),
    ...checkMoney(config),
    ...checkNode(nodeVersion),
  ];
  const isGood = findings.every(({ level }) => level === 'ok');
  return isGood ? [ok('The settings are those of a shop that is open to people.')] : findings;
}

/** Whether it is a shop for people, and not for trying it out. */
export function checkMode({ production, demo, databaseUrl, tokenSecret }: Config): Finding[] {
  const findings: Finding[] = [];
  if (!production) {
    findings.push(
      fault(
        'NODE_ENV is not production, so what was made for trying the shop out is on.',
        'Set NODE_ENV=production.',
      ),
    );
  }
  if (demo) {
    findings.push(
      fault(
        'The shop shows the demo catalogue, with accounts whose password everybody knows.',
        'Set DEMO=0 and use another database: the demo cannot be removed from this one.',
      ),
    );
  }
  if (databaseUrl !== undefined && tokenSecret === undefined) {
    findings.push(
      advice(
        'TOKEN_SECRET is not set: a second server on another machine could not read the secrets in the database.',
        'Before you add one, stop the shop, set the same TOKEN_SECRET for all servers (openssl rand -base64 48), and start the one that has DATA_DIR/secret first.',
      ),
    );
  }
  return findings;
}

/** Whether people reach it at its address. */
export function checkReach({ publicUrl, trustProxy, metrics }: Config): Finding[] {
  const findings: Finding[] = [];
  if (publicUrl === undefined) {
    findings.push(
      fault(
        'PUBLIC_URL is not set: links in mails lead to the address that this server listens on, and nobody can sign in elsewhere.',
        'Set PUBLIC_URL to the address that people type: https://your.shop.example.',
      ),
    );
  } else if (publicUrl.startsWith('http:')) {
    findings.push(
      fault(
        `PUBLIC_URL is ${publicUrl}, without TLS: passwords and tokens can be read on their way.`,
        'Put a proxy with a certificate before the shop (deploy/proxy) and set PUBLIC_URL to its https address.',
      ),
    );
  }
  if (publicUrl?.startsWith('https:') && trustProxy.length === 0) {
    findings.push(
      fault(
        'TRUST_PROXY is not set, but TLS ends at a proxy: all visitors have its address, and share one rate limit.',
        'Set TRUST_PROXY to the address of the proxy, for example 127.0.0.1.',
      ),
    );
  }
  if (trustProxy.some((proxy) => proxy === '0.0.0.0/0' || proxy === '::/0')) {
    findings.push(
      fault(
        'TRUST_PROXY believes everybody: each visitor can choose the address that the limits count.',
        'Name the address or the network of the proxy only.',
      ),
    );
  }
  if (metrics && (metrics.host === '0.0.0.0' || metrics.host === '::')) {
    findings.push(
      advice(
        `The metrics are served on ${metrics.host}: everybody who reaches this machine can read them.`,
        'Set METRICS_HOST to an address that only Prometheus reaches, or close the port in the firewall.',
      ),
    );
  }
  return findings;
}

function checkAdmins({ adminEmails, adminSecondFactor, securityContact, firebase }: Config) {
  const findings: Finding[] = [];
  if (adminEmails.length === 0) {
    findings.push(
      advice(
        'ADMIN_EMAILS is empty: nobody becomes an admin who is not one already.',
        'Set it to your own address, and sign in with it.',
      ),
    );
  }
  if (adminSecondFactor === 'optional' && !firebase) {
    findings.push(
      advice(
        'Admins may sign in with a password alone.',
        'Set ADMIN_SECOND_FACTOR=required once each admin has an authenticator app or a passkey.',
      ),
    );
  }
  if (securityContact === undefined) {
    findings.push(
      advice(
        'SECURITY_CONTACT is not set: somebody who finds a hole does not know who to tell.',
        'Set SECURITY_CONTACT=mailto:security@your.shop.example.',
      ),
    );
  }
  return findings;
}

/** Whether mails reach people. */
export function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Finding[] {
  if (smtpUrl !== undefined) return [];
  return [
    fault(
      'SMTP_URL is not set: mails become files in DATA_DIR/outbox, and nobody gets them.',
      'Set SMTP_URL and MAIL_FROM to an account at a mail provider.',
    ),
  ];
}

/** Whether cards are charged and sellers paid. */
export function checkMoney({ stripe, payouts }: Config): Finding[] {
  if (!stripe) {
    return [
      advice(
        'CARDS is the sandbox: it accepts test cards, and no money moves.',
        'Set the three keys of Stripe (docs/operators/payments.md).',
      ),
    ];
  }
  const findings: Finding[] = [];
  if (!stripe.secretKey.includes('_live_')) {
    findings.push(
      advice(
        'STRIPE_SECRET_KEY is a test key: only test cards are accepted.',
        'Set the live keys when you open the shop.',
      ),
    );
  }
  if (payouts.provider === 'sandbox') {
    findings.push(fault('PAYOUTS is the sandbox: no seller is paid.', 'Set PAYOUTS.'));
  }
  return findings;
}

function checkNode(version: string): Finding[] {
  const major = Number(/^v?(\d+)/.exec(version)?.[1]);
  if (major >= oldestNode) return [];
  return [
    advice(
      `Node is ${version}, which has had no security fixes since April 2026.`,
      `Install Node ${imageNode}, or use the container image, which has it.`,
    ),
  ];
}
