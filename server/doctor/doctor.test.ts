import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import { connect } from '../backup/connect.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { readMigrations } from '../backup/tables.ts';
import { startCountingMailServer } from '../testing/counting-mail-server.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { checkAddress } from './check-address.ts';
import { checkBackups } from './check-backups.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkMail } from './check-mail.ts';
import { checkShop } from './check-shop.ts';
import { checkWork } from './check-work.ts';
import { type Finding, fault } from './finding.ts';
import { runChecks } from './run-checks.ts';

let shop: TestShop;
let origin: string;
let client: pg.Client;
let folder: string;

beforeAll(async () => {
  shop = await createTestShop();
  origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  client = await connect(shop.database.url);
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-doctor-'));
});
afterAll(async () => {
  await client.end();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const summary = (findings: Finding[]) => findings.map(({ level, text }) => `${level}: ${text}`);
const levels = (findings: Finding[]) => findings.map(({ level }) => level);

describe('the database', () => {
  it('a suitable database is reported as such', async () => {
    const migrations = await readMigrations(client);
    const findings = await checkDatabase({ client, poolSize: 10, migrations, production: true });
    // The tests' own database may not write to the disk.
    expect(summary(findings).filter((text) => !text.includes('acknowledged can be lost'))).toEqual([
      expect.stringMatching(/^ok: PostgreSQL \d+ answers/),
      'ok: Its tables are those of this version.',
    ]);
  });

  it('a database with too few connections or tables of another version is reported', async () => {
    const present = await readMigrations(client);
    const migrations = [...present, 1_999_999_999_998, 1_999_999_999_999];
    const earlier = summary(
      await checkDatabase({ client, poolSize: 100_000, migrations, production: true }),
    );
    expect(earlier.join('\n')).toMatch(/fault: PostgreSQL accepts \d+ connections/);
    expect(earlier.join('\n')).toContain('advice: Its tables are those of an earlier version: 2');
    await client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 1999999999999)`,
    );
    const later = await checkDatabase({
      client,
      poolSize: 1,
      migrations: present,
      production: true,
    });
    expect(summary(later).join('\n')).toContain('those of a later version');
    const [, ...others] = [...present, 1_999_999_999_999];
    const before = await checkDatabase({
      client,
      poolSize: 1,
      migrations: others,
      production: true,
    });
    expect(summary(before).join('\n')).toContain('fault: It was made by a version before 0.1.0');
    await client.query(`delete from drizzle.__drizzle_migrations where hash = 'later'`);
  });
});

describe('the demo', () => {
  it('a real shop on the database of the demo is reported', async () => {
    const check = async (production: boolean) => {
      const migrations = await readMigrations(client);
      return summary(await checkDatabase({ client, poolSize: 10, migrations, production }));
    };
    expect((await check(true)).join()).not.toContain('demo');
    await client.query(
      `insert into shared_secrets (name, value, created_at) values ('demo-catalogue', 'filled', now())`,
    );
    expect(await check(true)).toContainEqual(
      'fault: This database contains the demo catalogue, and a real shop does not start on it.',
    );
    expect((await check(false)).join()).not.toContain('demo');
    await client.query(`delete from shared_secrets where name = 'demo-catalogue'`);
  });
});

describe('jobs and mails', () => {
  it('late, failed, waiting and abandoned jobs and mails are reported', async () => {
    expect(levels(await checkWork(client))).toEqual(['ok']);
    await client.query(`insert into job_runs (name, due_at, last_fault) values
      ('holds-expired', now() - interval '1 hour', null), ('mails-sent', now() + interval '1 hour', 'Error'),
      ('a-former-name', now() - interval '1 day', 'Error')`);
    const user = await shop.make.user({});
    await client.query(
      `insert into alert_subscriptions (id, user_id, topic, created_at)
       values (gen_random_uuid(), $1, 'searches', now())`,
      [user.id],
    );
    await client.query(`insert into queued_mails (id, key, kind, subject_id, created_at, dropped_at, last_fault)
      select gen_random_uuid(), coalesce(fault, 'waiting'), 'news-searches', id, now() - interval '2 hours',
        dropped, fault
      from alert_subscriptions,
        (values (null::timestamptz, null), (now(), 'EENVELOPE')) state (dropped, fault)`);
    expect(summary(await checkWork(client))).toEqual([
      'fault: Jobs are late: holds-expired.',
      'advice: The job mails-sent failed when it ran last: Error.',
      'fault: 1 mails have been waiting for more than an hour.',
      'advice: 1 mails were given up within a week.',
    ]);
    await client.query(`delete from job_runs where name = 'mails-sent'`);
    expect(summary(await checkWork(client))[0]).toContain('No job has run for 15 minutes');
  });
});

describe('notifications', () => {
  it('a push service that refuses the shop is reported for a week', async () => {
    const user = await shop.make.user({});
    await client.query(
      `insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at, refused_at, refused_status)
       select gen_random_uuid(), $1, 'https://web.push.apple.com/' || age, 'x', 'x', now(), now() - age * interval '1 day', 403
       from generate_series(1, 9, 4) age`,
      [user.id],
    );
    expect(summary(await checkWork(client)).at(-1)).toBe(
      'advice: The push service web.push.apple.com refused the last notification to 2 devices with 403.',
    );
    await client.query('delete from push_subscriptions');
  });
});

describe('backups', () => {
  it('backups are reported as missing, recent or old', async () => {
    const at = new Date();
    const hoursLater = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
    const dataDir = folder;
    expect(summary(await checkBackups({ client, dataDir, at }))[0]).toContain('No backup was ever');
    await recordBackup(dataDir, '/backups/monday', at);
    expect(levels(await checkBackups({ client, dataDir, at: hoursLater(25) }))).toEqual(['ok']);
    expect(summary(await checkBackups({ client, dataDir, at: hoursLater(50) }))[0]).toMatch(
      /^fault: The last backup is from .*\/backups\/monday: 50 hours old/,
    );
  });
});

describe('the folder of the shop', () => {
  it('the shop’s folder is reported with its faults and with what is left to fill in', async () => {
    const path = join(folder, 'shop');
    await mkdir(path);
    const textsFolder = join(folder, 'texts');
    await mkdir(textsFolder);
    await writeFile(join(textsFolder, 'en.json'), '{"a": "A", "b": "B"}');
    const check = (production = false) =>
      checkShop(
        { shopFolder: { path, isRequired: true }, texts: undefined, production },
        textsFolder,
      );
    await writeFile(join(path, 'shop.json'), JSON.stringify({ name: 'Nordklang' }));
    expect(summary(await check())).toEqual(['ok: The shop is Nordklang, in en.']);
    const contact = { email: 'you@your-shop.example' };
    await writeFile(join(path, 'shop.json'), JSON.stringify({ name: 'Nordklang', contact }));
    expect(summary(await check())[0]).toContain('advice: shop.json has you@your-shop.example');
    expect(summary(await check(true))[0]).toContain('fault: shop.json has you@your-shop.example');
    const pages = [{ title: 'Terms', file: 'terms.md', path: '/terms' }];
    await writeFile(join(path, 'terms.md'), '# Terms\n\nValid from [[date]].');
    const languages = ['en', 'da'];
    const instruments = { kinds: [{ kind: 'mixer', label: { en: 'Mixer' } }] };
    const shop = { name: 'Nordklang', pages, languages, minTranslated: 50, instruments };
    await writeFile(join(path, 'shop.json'), JSON.stringify(shop));
    await mkdir(join(path, 'texts'));
    await writeFile(join(path, 'texts/da.json'), '{"a": "Aa"}');
    expect(summary(await check(true))).toEqual([
      expect.stringMatching(/^fault: terms\.md has 1 place to fill in/),
      expect.stringMatching(/^advice: texts\/da\.po lacks 1 of 2 texts \(50 % are there\)/),
      'advice: 1 of the texts of your own kinds of instruments is missing in da: kinds[0].label.',
    ]);
    await writeFile(join(path, 'shop.json'), '{');
    expect(summary(await check())[0]).toContain('fault: ');
  });
});

describe('the disk', () => {
  it('a missing disk, and a secret that others can read, are reported', async () => {
    expect(levels(await checkDisk(join(folder, 'missing')))).toEqual(['fault']);
    await writeFile(join(folder, 'secret'), 'x', { mode: 0o600 });
    expect(levels(await checkDisk(folder))).not.toContain('fault');
    await chmod(join(folder, 'secret'), 0o644);
    expect(summary(await checkDisk(folder))[1]).toContain('fault: Other users of this machine');
  });
});

describe('the clock', () => {
  it('the clock is compared with the database and with an outside server', async () => {
    const check = (aheadMs: number) =>
      checkClock({ client, outside: origin, now: () => Date.now() + aheadMs });
    expect(levels(await check(0))).toEqual(['ok', 'ok']);
    expect(levels(await check(10_000))).toEqual(['advice', 'advice']);
    expect(levels(await check(-60_000))).toEqual(['fault', 'fault']);
  });
});

describe('mail', () => {
  const from = 'Shop <shop@shop.example>';
  const published: Record<string, string[][]> = {
    'shop.example': [['v=spf1 ', 'include:mail.example -all']],
    '_dmarc.shop.example': [['v=DMARC1; p=reject']],
  };
  const dns = (records: typeof published) => ({
    resolveTxt: async (name: string) =>
      records[name] ?? Promise.reject(Object.assign(new Error(name), { code: 'ENOTFOUND' })),
  });

  it('mail is delivered, and a domain without SPF is reported', async () => {
    const server = await startCountingMailServer(0);
    const asked = { smtpUrl: server.url, from, dns: dns(published) };
    expect(levels(await checkMail({ ...asked, to: undefined }))).toEqual(['ok', 'ok']);
    expect(server.ids).toHaveLength(0);
    expect(levels(await checkMail({ ...asked, to: 'owner@shop.example' }))).toEqual(['ok', 'ok']);
    expect(server.ids).toHaveLength(1);
    expect(summary(await checkMail({ ...asked, to: undefined, dns: dns({}) }))[1]).toContain(
      'advice: shop.example has no SPF and no DMARC record',
    );
    await server.close();
  });

  it('a missing or silent mail server is reported', async () => {
    const asked = { from, to: undefined, dns: dns(published) };
    expect(levels(await checkMail({ ...asked, smtpUrl: undefined }))).toEqual(['fault']);
    const [refused] = await checkMail({ ...asked, smtpUrl: 'smtp://user:hidden@127.0.0.1:1' });
    expect(refused?.level).toBe('fault');
    expect(refused?.text).toContain('ECONNREFUSED');
    expect(refused?.text).not.toContain('hidden');
  });
});

describe('the public address', () => {
  const paths = { ready: '/readyz', upload: '/api/images', webhooks: '/api/webhooks/cards' };
  const check = (publicUrl: string) =>
    checkAddress({ publicUrl, paths, uploadBytes: limits.imageBytes, at: new Date() });

  it('the public address answers, accepts pictures of the largest size and refuses unsigned webhooks', async () => {
    expect(summary(await check(origin))).toEqual([
      `ok: ${origin} answers.`,
      'ok: Pictures of the largest size pass the proxy.',
      'ok: The address for webhooks answers, and refuses what is not signed.',
    ]);
  });

  it('a proxy that refuses pictures or asks for a password is reported', async () => {
    const proxy = await startProxy((path) =>
      path === paths.upload ? 413 : path === paths.webhooks ? 401 : undefined,
    );
    const findings = summary(await check(proxy.origin));
    expect(findings[1]).toContain('fault: The proxy refuses pictures as too large');
    expect(findings[2]).toContain('fault: ');
    expect(findings[2]).toContain('an unsigned webhook with status 401');
    await proxy.close();
  });

  it('a public address of another site, or of none, is reported', async () => {
    const proxy = await startProxy(() => 200);
    expect(summary(await check(proxy.origin))).toEqual([
      expect.stringContaining('and not as the shop does'),
    ]);
    await proxy.close();
    expect(summary(await check(proxy.origin))).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });

  /** Answers with a status of its own, or hands the request on to the shop. */
  async function startProxy(statusOf: (path: string) => number | undefined) {
    const server: Server = createServer((request, response) => {
      const status = statusOf(request.url ?? '');
      if (status !== undefined) {
        request.resume().on('end', () => response.writeHead(status).end());
        return;
      }
      const { method = 'GET', headers } = request;
      const asked = forward(origin + request.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      request.pipe(asked);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      origin: `http://127.0.0.1:${port}`,
      close: () => new Promise<unknown>((resolve) => server.close(resolve)),
    };
  }
});

describe('the report', () => {
  it('the report continues after a failed check, and counts', async () => {
    const lines: string[] = [];
    const counts = await runChecks(
      [
        { about: 'First', run: () => Promise.reject(new Error('no answer')) },
        { about: 'Second', run: async () => [fault('Broken.', 'Repair it.')] },
        { about: 'Third', run: async () => [] },
      ],
      (line) => lines.push(line),
    );
    expect(counts).toEqual({ ok: 0, advice: 0, fault: 2 });
    expect(lines.join('\n')).toContain('no answer');
    expect(lines.join('\n')).toContain('Repair it.');
    expect(lines.join('\n')).not.toContain('Third');
  });
});
