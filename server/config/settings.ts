import { z } from 'zod';
import { defaultReturnDays } from '#contract/constants.ts';
import { cardSettings } from './card-settings.ts';
import { firebaseSettings } from './firebase-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { imageSettings } from './image-settings.ts';
import { payoutSettings } from './payout-settings.ts';
import {
  address,
  contactAddress,
  databaseAddress,
  emailList,
  networkList,
  originList,
  percentage,
  processCount,
  proxyList,
  rootAddress,
  wholeNumber,
  yesOrNo,
} from './setting-types.ts';
import { tracingSettings } from './tracing-settings.ts';

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
  HSTS_SUBDOMAINS: yesOrNo
    .optional()
    .describe(
      '`1` extends HSTS to all subdomains of the host of `PUBLIC_URL`: browsers then reach none of them without TLS, for a year.',
    ),
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
      "The shop's share of the price of each sale, in percent. `commission` in `shop.json` has a fixed part, limits and categories as well, and stands instead of it. A booking keeps the share of the time when it was made.",
    ),
  DEMO: yesOrNo
    .optional()
    .describe(
      'Whether an empty database is filled with the demo catalogue. On by default unless `DATABASE_URL` is set or `NODE_ENV=production`, with which it is refused.',
    ),
  OPEN_CATALOGUE: yesOrNo
    .optional()
    .describe(
      '`0` closes the catalogue to guests: in searches, on the pages of sellers and among similar instruments they read how many there are, and see the advertised ones. The pages of kinds, makers and categories then ask them to log in.',
    ),
  FEED_TOKEN: z
    .string()
    .min(24, 'must have at least 24 characters')
    .max(200, 'must have at most 200 characters')
    .regex(/^[\w-]+$/, 'must have letters, digits, hyphens and underscores only')
    .optional()
    .describe(
      'Makes the feeds for merchants private: `/feeds/google.xml?token=…`. With `OPEN_CATALOGUE=0` there are none without it.',
    ),
  MESSAGES: yesOrNo
    .optional()
    .describe(
      '`0` leaves out messages between buyers and sellers: no page and no address of the API has them. What was written stays stored.',
    ),
  OFFERS: yesOrNo
    .optional()
    .describe('`0` switches offers off: nobody can offer less than the price of an instrument.'),
  REVIEWS: yesOrNo
    .optional()
    .describe(
      '`0` leaves out what buyers and sellers write about each other after a sale: no page and no address of the API has it.',
    ),
  REPORTS: yesOrNo
    .optional()
    .describe(
      '`0` leaves out reports of listings, messages and people, and with them moderation: no page and no address of the API has it. Hosts in the EU must have another way then ([The law](operators/law.md)).',
    ),
  TRADERS: yesOrNo
    .optional()
    .describe(
      '`1` asks each seller whether they are a trader, shows it to buyers, and lets buyers withdraw from what they bought from traders ([The law](operators/law.md)).',
    ),
  WITHDRAWAL_DAYS: wholeNumber(14, 365)
    .default(14)
    .describe(
      'With `TRADERS=1`: for how many days from the receipt the buyer of a trader can withdraw. A booking keeps the days of the time when it was made.',
    ),
  RETURN_DAYS: wholeNumber(1, 60)
    .default(defaultReturnDays)
    .describe(
      'For how many days from the receipt a buyer can ask to return an instrument; one working day more (Monday to Friday, UTC) when it was sent. A booking keeps the days of the time when it was made.',
    ),
  SERVICE_WORKER: yesOrNo
    .optional()
    .describe(
      '`0` leaves out the service worker: without a connection browsers show a page of their own, and devices get no notifications. Those that have the worker remove it at the next visit.',
    ),
  PUSH: yesOrNo
    .optional()
    .describe(
      '`0` leaves out notifications on devices, which go through the push services of Google, Apple, Mozilla and Microsoft ([Notifications](operators/push.md)).',
    ),
  PUSH_SERVICES: originList
    .optional()
    .describe(
      'Origins, with commas between them, of further push services whose subscriptions are taken, such as one in your own network.',
    ),
  TEXTS: z
    .enum(['specified', 'corrected'], 'must be specified or corrected')
    .optional()
    .describe(
      '`corrected` shows and answers the texts of the specification as a native speaker would write them: `Buy now`, `Payment reference`. Without it: `texts` of `shop.json`.',
    ),
  RATE_LIMITS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .describe(
      '`off` for load tests, also of bookings and offers within a day; refused with `NODE_ENV=production`.',
    ),
  TRUST_PROXY: proxyList
    .optional()
    .describe(
      'Addresses or networks, with commas between them, of the proxies whose `X-Forwarded-For` is believed.',
    ),
  WEBHOOK_NETWORKS: networkList
    .optional()
    .describe(
      'Addresses or networks of your own, with commas between them, that webhooks may reach although they are not on the public internet. Every seller of the shop can then have them called.',
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

export type Settings = z.output<typeof settings>;
