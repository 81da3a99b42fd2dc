import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../core/startup-error.ts';
import {
  cardSettings,
  findCardFaults,
  readStripeSettings,
  type StripeSettings,
} from './card-settings.ts';
import {
  type FirebaseSettings,
  findFirebaseFaults,
  firebaseSettings,
  readFirebaseSettings,
} from './firebase-settings.ts';
import {
  findIdentityFaults,
  type GoogleSettings,
  identitySettings,
  readGoogleSettings,
} from './identity-settings.ts';
import {
  findImageFaults,
  type ImageSettings,
  imageSettings,
  readImageSettings,
  readPictureOrigins,
} from './image-settings.ts';
import {
  findPayoutFaults,
  type PayoutSettings,
  payoutSettings,
  readPayoutSettings,
} from './payout-settings.ts';
import {
  address,
  contactAddress,
  databaseAddress,
  emailList,
  percentage,
  processCount,
  proxyList,
  rootAddress,
  wholeNumber,
  yesOrNo,
} from './setting-types.ts';
import type { ShopFolder } from './shop/load-shop.ts';
import { readTracingSettings, type TracingSettings, tracingSettings } from './tracing-settings.ts';

/**
 * Every setting of the server: its name in the environment, what it may be, and what it does. `docs/configuration.md`
 * lists them too, and a test compares the two. Nothing else reads the environment.
 */
export const settings = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .optional()
    .describe('`production` turns the demo catalogue and everything made for trying out off.'),
  PORT: wholeNumber(0, 65_535)
    .default(3000)
    .describe('Port that the shop listens on. `0` takes a free one and prints it.'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the shop listens on; `0.0.0.0` for all of them (in a container).'),
  SERVERS: processCount
    .default(1)
    .describe(
      'How many processes serve the shop on its port; `auto` for one per core. `npm run dev` always has one.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('Folder of the embedded database, the pictures and the mail outbox.'),
  SHOP_DIR: z
    .string()
    .optional()
    .describe(
      'Folder that makes the shop your own: `shop.json` with name, colours and texts, and the files that it names (docs/shop.md). By default `./shop` if there is one.',
    ),
  DATABASE_URL: databaseAddress
    .optional()
    .describe('A PostgreSQL of your own, 14 or later. Without it one is started in `DATA_DIR`.'),
  DATABASE_READ_URL: databaseAddress
    .optional()
    .describe(
      'A streaming replica of `DATABASE_URL`, or several. Lists, searches and pages of the catalogue are read there while it has all changes that the server knows of, and from `DATABASE_URL` otherwise.',
    ),
  DATABASE_WAIT_SECONDS: wholeNumber(0, 3_600)
    .default(60)
    .describe('Seconds for which a start waits for the database of `DATABASE_URL` to answer.'),
  DATABASE_POOL_SIZE: wholeNumber(1, 200)
    .default(10)
    .describe(
      'Connections to the database that each server holds at most. With `SERVERS` its processes share them, and each has at least three.',
    ),
  PUBLIC_URL: rootAddress
    .transform((value) => new URL(value).origin)
    .optional()
    .describe('Address under which people reach the shop. By default where it listens.'),
  ADMIN_EMAILS: emailList
    .optional()
    .describe('Addresses, with commas between them, that become admin when they sign in verified.'),
  SECURITY_CONTACT: contactAddress
    .optional()
    .describe(
      'Where to report security problems: `mailto:security@your.shop.example`, or a page. Published at `/.well-known/security.txt`, which does not exist without it.',
    ),
  BOOKING_HOLD_HOURS: wholeNumber(1, 720)
    .default(48)
    .describe('Hours for which an unpaid booking holds an instrument.'),
  COMMISSION_PERCENT: percentage
    .default(0)
    .describe(
      "The shop's share of the price of each sale, in percent. A booking keeps the share of the time when it was made.",
    ),
  DEMO: yesOrNo
    .optional()
    .describe(
      'Whether an empty database is filled with the demo catalogue. On by default unless `DATABASE_URL` is set or `NODE_ENV=production`.',
    ),
  OPEN_CATALOGUE: yesOrNo
    .optional()
    .describe(
      '`1` lets guests find all instruments by searching and on the pages of sellers, and see all similar ones on the page of an instrument. Otherwise they read how many there are, and see the advertised ones.',
    ),
  TEXTS: z
    .enum(['specified', 'corrected'], 'must be specified or corrected')
    .default('specified')
    .describe(
      '`corrected` shows and answers the texts of the specification without its typing errors: `Operation Successful`, `Your transaction ID`.',
    ),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe('`off` for load tests; refused with `NODE_ENV=production`.'),
  TRUST_PROXY: proxyList
    .optional()
    .describe(
      'Addresses or networks, with commas between them, of the proxies whose `X-Forwarded-For` is believed.',
    ),
  TOKEN_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Signs the access tokens and encrypts the keys in the database; the same for all servers of a shop. Without it the file `DATA_DIR/secret` is made.',
    ),
  ...identitySettings,
  ...firebaseSettings,
  ...imageSettings,
  ...cardSettings,
  ...payoutSettings,
  SMTP_URL: address('smtp', 'smtps')
    .optional()
    .describe(
      'Mail server, with user and password: `smtps://user:password@mail.example`. Without it mails become files in `DATA_DIR/outbox`.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/@/, 'must be an email address, with or without a name before it')
    .default('reprise@localhost')
    .describe(
      'Whom the mails of the shop come from: `shop@your.shop.example`, or `Your Shop <shop@your.shop.example>`. Without a name it is that of the shop.',
    ),
  DRAIN_SECONDS: wholeNumber(0, 600)
    .optional()
    .describe(
      'Seconds for which the server goes on serving after SIGTERM while `/readyz` says 503, so that load balancers notice. `8` in production, `0` otherwise.',
    ),
  ...tracingSettings,
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe(
      'Port on which Prometheus reads the metrics under `/metrics`. `0` takes a free one and logs it. Without it there are none. With `SERVERS` the second process has the next port, and so on.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that the metrics are served on. They are not for visitors: keep it private.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'must be fatal, error, warn, info, debug or silent',
    })
    .optional()
    .describe('The least level that is logged: `info` in production, `warn` otherwise.'),
});

type Settings = z.output<typeof settings>;

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
  adminEmails: readonly string[];
  /** Whether guests find all products by searching. */
  openCatalogue: boolean;
  /** Which wording of the specification's texts is shown and answered. */
  texts: Settings['TEXTS'];
  adminSecondFactor: 'optional' | 'required';
  securityContact: string | undefined;
  bookingHoldHours: number;
  /** The shop's share of each sale, in hundredths of a percent. */
  commissionBasisPoints: number;
  demo: boolean;
  rateLimits: boolean;
  trustProxy: readonly string[];
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
  return toConfig(parsed.data);
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
  if (values.SMTP_URL !== undefined && values.MAIL_FROM.includes('@localhost')) {
    faults.push('MAIL_FROM must be set with SMTP_URL');
  }
  if ((values.METRICS_PORT ?? 0) + values.SERVERS - 1 > 65_535) {
    faults.push('METRICS_PORT must leave a port for each of the SERVERS');
  }
  return faults;
}

function toConfig(values: Settings): Config {
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
    adminEmails: values.ADMIN_EMAILS ?? [],
    openCatalogue: values.OPEN_CATALOGUE ?? false,
    texts: values.TEXTS,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    securityContact: values.SECURITY_CONTACT,
    bookingHoldHours: values.BOOKING_HOLD_HOURS,
    commissionBasisPoints: values.COMMISSION_PERCENT,
    demo: isDemo(values),
    rateLimits: values.RATE_LIMITS === 'on',
    trustProxy: values.TRUST_PROXY ?? [],
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
