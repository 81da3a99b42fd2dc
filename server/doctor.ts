import { Resolver } from 'node:dns/promises';
import { parseArgs } from 'node:util';
import { apiBase, limits } from '#contract/constants.ts';
import { connect } from './backup/connect.ts';
import { type Config, readConfig } from './config/config.ts';
import { StartupError } from './core/startup-error.ts';
import { migrationTimes } from './database/migrate.ts';
import { withDatabase } from './database/with-database.ts';
import { checkAddress } from './doctor/check-address.ts';
import { checkBackups } from './doctor/check-backups.ts';
import { checkBucket } from './doctor/check-bucket.ts';
import { checkCategories } from './doctor/check-categories.ts';
import { checkClock } from './doctor/check-clock.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDisk } from './doctor/check-disk.ts';
import { checkGoogle } from './doctor/check-google.ts';
import { checkMail } from './doctor/check-mail.ts';
import { checkSettings } from './doctor/check-settings.ts';
import { checkShop } from './doctor/check-shop.ts';
import { checkStripe } from './doctor/check-stripe.ts';
import { checkWork } from './doctor/check-work.ts';
import type { Check } from './doctor/finding.ts';
import { runChecks } from './doctor/run-checks.ts';
import { findProjectFiles } from './startup/project-files.ts';

/** A program: checks a shop in production from inside, with its settings, and says what to do. Exits with 1 on a fault. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { mail: { type: 'string' } } });
  const config = readConfig(process.env);
  const checks = [...localChecks(config), ...outsideChecks(config, values.mail)];
  const { advice, fault } = await runChecks(checks, print);
  print(`\n${count(fault, 'fault')}, and ${count(advice, 'thing')} to look at.`);
  if (fault > 0) process.exitCode = 1;
}

function localChecks(config: Config): Check[] {
  const { dataDir, databasePoolSize: poolSize, production } = config;
  return [
    { about: 'Settings', run: async () => checkSettings(config, process.version) },
    { about: 'Shop', run: () => checkShop(config, findProjectFiles().texts) },
    { about: 'Disk', run: () => checkDisk(dataDir) },
    {
      about: 'Database, jobs, backups, clock',
      run: () =>
        withClient(config, async (client) => {
          const migrations = migrationTimes(findProjectFiles().migrations);
          const outside = outsideAddress(config);
          return [
            ...(await checkDatabase({ client, poolSize, migrations, production })),
            ...(await checkCategories(client)),
            ...(await checkWork(client)),
            ...(await checkBackups({ client, dataDir, at: new Date() })),
            ...(await checkClock({ client, outside, now: Date.now })),
          ];
        }),
    },
  ];
}

function outsideChecks(config: Config, mailTo: string | undefined): Check[] {
  const { publicUrl, stripe, images, google, payouts, smtpUrl, mailFrom: from } = config;
  const dns = new Resolver({ timeout: 5_000, tries: 2 });
  const paths = {
    ready: '/readyz',
    upload: `${apiBase}/images`,
    webhooks: `${apiBase}/webhooks/cards`,
  };
  const address = { publicUrl, paths, uploadBytes: limits.imageBytes, at: new Date() };
  const checks: Check[] = [
    { about: 'Address', run: () => checkAddress(address) },
    { about: 'Mail', run: () => checkMail({ smtpUrl, from, to: mailTo, dns }) },
  ];
  if (stripe) {
    checks.push({
      about: 'Stripe',
      async run() {
        const { createStripeClient } = await import('./providers/stripe/stripe-client.ts');
        const paysSellers = payouts.provider === 'stripe';
        return checkStripe({ stripe: createStripeClient(stripe), publicUrl, paysSellers });
      },
    });
  }
  if (images.host === 's3') {
    const { bucket, publicUrl: shown } = images;
    checks.push({ about: 'Pictures', run: () => checkBucket(bucket, shown) });
  }
  if (google) checks.push({ about: 'Google', run: () => checkGoogle(google.issuer) });
  return checks;
}

/** A server on the internet whose clock is right, which the shop talks to anyway. */
function outsideAddress({ stripe, google, images, publicUrl }: Config): string | undefined {
  if (stripe) return stripe.apiUrl ?? 'https://api.stripe.com/healthcheck';
  if (google) return google.issuer;
  return images.host === 's3' ? images.bucket.endpoint : publicUrl;
}

/** Lets the work ask the database of the shop. */
function withClient<Result>(
  config: Config,
  work: (client: Awaited<ReturnType<typeof connect>>) => Promise<Result>,
): Promise<Result> {
  return withDatabase({ ...config, mayRun: true }, async (databaseUrl) => {
    const client = await connect(databaseUrl);
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  });
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`\n${error.message}\n${error.remedy}\n\n`);
  process.exitCode = 1;
}
