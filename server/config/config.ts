import { resolve } from 'node:path';
import type { z } from 'zod';
import type { ShopPart } from '#contract/shop/shop-parts.ts';
import { StartupError } from '../core/startup-error.ts';
import { findCardFaults, readStripeSettings, type StripeSettings } from './card-settings.ts';
import {
  type FirebaseSettings,
  findFirebaseFaults,
  readFirebaseSettings,
} from './firebase-settings.ts';
import {
  findIdentityFaults,
  type GoogleSettings,
  readGoogleSettings,
} from './identity-settings.ts';
import {
  findImageFaults,
  type ImageSettings,
  readImageSettings,
  readPictureOrigins,
} from './image-settings.ts';
import { findMisspelled } from './misspelled-settings.ts';
import { findPayoutFaults, type PayoutSettings, readPayoutSettings } from './payout-settings.ts';
import { type Settings, settings } from './settings.ts';
import type { ShopFolder } from './shop/load-shop.ts';
import { readTracingSettings, type TracingSettings } from './tracing-settings.ts';

export interface Config {
  production: boolean;
  port: number;
  host: string;
  /** How many processes serve on this port. */
  servers: number;
  dataDir: string;
  shopFolder: ShopFolder;
  /** Undefined: the embedded PostgreSQL is used. */
  databaseUrl: string | undefined;
  /** Undefined: everything is read from the primary. */
  databaseReadUrl: string | undefined;
  databasePoolSize: number;
  databaseWaitSeconds: number;
  publicUrl: string | undefined;
  hstsSubdomains: boolean;
  adminEmails: readonly string[];
  /** Whether guests find all products by searching. */
  openCatalogue: boolean;
  feedToken: string | undefined;
  /** The parts that the shop is run without. */
  switchedOff: readonly ShopPart[];
  /** Which wording of the specification's texts is shown and answered; undefined: as `shop.json` says. */
  texts: Settings['TEXTS'];
  adminSecondFactor: 'optional' | 'required';
  securityContact: string | undefined;
  bookingHoldHours: number;
  /** The shop's share of each sale, in hundredths of a percent. */
  commissionBasisPoints: number;
  /**
   * The days from the receipt within which a trader's sale can be withdrawn from; 0 when the shop does not ask sellers.
   */
  withdrawalDays: number;
  /** The days from the receipt within which an instrument can be returned. */
  returnDays: number;
  demo: boolean;
  rateLimits: boolean;
  trustProxy: readonly string[];
  /** Networks that are not public and that webhooks may reach. */
  webhookNetworks: readonly string[];
  /** Origins of push services beside the known ones. */
  pushServices: readonly string[];
  tokenSecret: string | undefined;
  /** Undefined: Google sign-in is not configured. */
  google: GoogleSettings | undefined;
  /** Undefined: identities are stored in our own database. */
  firebase: FirebaseSettings | undefined;
  images: ImageSettings;
  /** Origins of the current or an earlier hosting service whose pictures pages show. */
  hostedPictureOrigins: readonly string[];
  /** Undefined: the sandbox is the card provider, and no money moves. */
  stripe: StripeSettings | undefined;
  payouts: PayoutSettings;
  /** Undefined: mails are written to files. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Undefined: no traces are made. */
  tracing: TracingSettings | undefined;
  /** Undefined: no metrics are served. */
  metrics: { host: string; port: number } | undefined;
  drainSeconds: number;
  logLevel: NonNullable<Settings['LOG_LEVEL']>;
  /** Variables that look like a setting and are none, a sentence each. */
  misspelled: readonly string[];
}

/**
 * Reads the environment into one validated object.
 * @throws StartupError that lists every fault
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const parsed = settings.safeParse(given);
  const faults = parsed.success ? findConflicts(parsed.data) : findAllFaults(given, parsed.error);
  if (!parsed.success || faults.length > 0) {
    throw new StartupError(
      `Some settings are wrong:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
      'Correct them in the environment or in .env; docs/configuration.md lists all settings.',
    );
  }
  const names = Object.keys(environment).filter((name) => environment[name] !== undefined);
  const misspelled = findMisspelled(names, Object.keys(settings.shape));
  return { ...toConfig(parsed.data), misspelled };
}

/** Faults of single settings, and conflicts between the others. */
function findAllFaults(given: Record<string, string>, { issues }: z.ZodError): string[] {
  const wrong = issues.map(({ path }) => path.join('.'));
  const rest = Object.entries(given).filter(([name]) => !wrong.includes(name));
  const { data } = settings.safeParse(Object.fromEntries(rest));
  // Leave out conflicts that only mention a setting because it was removed above.
  const conflicts = (data ? findConflicts(data) : []).filter(
    (fault) => !wrong.some((name) => fault.includes(name)),
  );
  return [...issues.map(({ message }, index) => `${wrong[index]} ${message}`), ...conflicts];
}

function findConflicts(values: Settings): string[] {
  const faults: string[] = [
    ...findIdentityFaults(values),
    ...findFirebaseFaults(values),
    ...findImageFaults(values),
    ...findCardFaults(values, isDemo(values)),
    ...findPayoutFaults(values, readStripeSettings(values)),
  ];
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    faults.push('DATABASE_READ_URL needs DATABASE_URL');
  }
  if (values.DATABASE_READ_URL?.includes('pgbouncer=true')) {
    faults.push('DATABASE_READ_URL must not lead through PgBouncer, which mixes several servers');
  }
  if (values.NODE_ENV === 'production' && values.RATE_LIMITS === 'off') {
    faults.push('RATE_LIMITS must not be off with NODE_ENV=production');
  }
  if (values.NODE_ENV === 'production' && values.DEMO) {
    faults.push(
      'DEMO must not be 1 with NODE_ENV=production: everybody knows the password of the demo accounts',
    );
  }
  if (values.SMTP_URL !== undefined && values.MAIL_FROM.includes('@localhost')) {
    faults.push('MAIL_FROM must be set with SMTP_URL');
  }
  if ((values.METRICS_PORT ?? 0) + values.SERVERS - 1 > 65_535) {
    faults.push('METRICS_PORT must leave a port for each of the SERVERS');
  }
  return faults;
}

function toConfig(values: Settings): Omit<Config, 'misspelled'> {
  const production = values.NODE_ENV === 'production';
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    servers: values.SERVERS,
    dataDir: resolve(values.DATA_DIR),
    shopFolder: {
      path: resolve(values.SHOP_DIR ?? './shop'),
      isRequired: values.SHOP_DIR !== undefined,
    },
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    databaseWaitSeconds: values.DATABASE_WAIT_SECONDS,
    publicUrl: values.PUBLIC_URL,
    hstsSubdomains: values.HSTS_SUBDOMAINS ?? false,
    adminEmails: values.ADMIN_EMAILS ?? [],
    openCatalogue: values.OPEN_CATALOGUE ?? true,
    feedToken: values.FEED_TOKEN,
    switchedOff: [
      ...(values.MESSAGES === false ? (['messages'] as const) : []),
      ...(values.OFFERS === false ? (['offers'] as const) : []),
      ...(values.REVIEWS === false ? (['reviews'] as const) : []),
      ...(values.REPORTS === false ? (['reports'] as const) : []),
      ...(values.TRADERS ? [] : (['traders'] as const)),
      ...(values.OPEN_CATALOGUE === false ? (['open-catalogue'] as const) : []),
      ...(values.SERVICE_WORKER === false ? (['worker'] as const) : []),
      ...(values.PUSH === false || values.SERVICE_WORKER === false ? (['push'] as const) : []),
    ],
    texts: values.TEXTS,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    securityContact: values.SECURITY_CONTACT,
    bookingHoldHours: values.BOOKING_HOLD_HOURS,
    commissionBasisPoints: values.COMMISSION_PERCENT,
    returnDays: values.RETURN_DAYS,
    withdrawalDays: values.TRADERS ? values.WITHDRAWAL_DAYS : 0,
    demo: isDemo(values),
    rateLimits: values.RATE_LIMITS === 'on',
    trustProxy: values.TRUST_PROXY ?? [],
    webhookNetworks: values.WEBHOOK_NETWORKS ?? [],
    pushServices: values.PUSH_SERVICES ?? [],
    tokenSecret: values.TOKEN_SECRET,
    google: readGoogleSettings(values),
    firebase: readFirebaseSettings(values),
    images: readImageSettings(values),
    hostedPictureOrigins: readPictureOrigins(values),
    stripe: readStripeSettings(values),
    payouts: readPayoutSettings(values),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    tracing: readTracingSettings(values),
    metrics:
      values.METRICS_PORT === undefined
        ? undefined
        : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    drainSeconds: values.DRAIN_SECONDS ?? (production ? 8 : 0),
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

function isDemo({ DEMO, NODE_ENV, DATABASE_URL }: Settings): boolean {
  return DEMO ?? (NODE_ENV !== 'production' && DATABASE_URL === undefined);
}
