import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { createSandboxCards, type SandboxCards } from '../providers/cards/sandbox/sandbox-cards.ts';
import { createDiskImages } from '../providers/images/disk/disk-images.ts';
import type { ImageHost } from '../providers/images/port.ts';
import { addUser } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startJobs } from './jobs.ts';
import { scheduledJobs } from './scheduled-jobs.ts';

let database: TestDatabase;
let folder: string;
let imageHost: ImageHost;
const clock = systemClock;
const mail = { name: 'none', send: async () => undefined, close: async () => undefined };
const origin = () => 'https://shop.test';
const identity = { remove: vi.fn(async (_email: string) => undefined) };
let cards: SandboxCards;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'reprise-test-jobs-'));
  imageHost = createDiskImages({ folder });
  const log = { warn: vi.fn() };
  cards = createSandboxCards({ database, clock, log, secret: 'secret', deliver: async () => 200 });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

function run(name: string): Promise<number> {
  const job = scheduledJobs[name];
  if (!job) throw new Error(`There is no job ${name}`);
  return job.run({ database, imageHost, identity, cards, mail, origin, clock });
}

describe('a scheduled job', () => {
  it('makes AVIF renditions of new pictures and records a change of the catalogue', async () => {
    const { default: sharp } = await import('sharp');
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#863' } });
    const { id } = await uploadImage({ database, imageHost, clock, origin }, picture.png());
    expect(await run('pictures-avif')).toBe(1);
    const [row] = await database.sql`select avif from images where id = ${id}`;
    expect(row?.avif).toBe(true);
    const changes = await database.sql`select from catalogue_changes where product_id is null`;
    expect(changes).toHaveLength(1);
    expect(await run('pictures-avif')).toBe(0);
  });

  it('removes a picture that has been unreferenced for a day', async () => {
    await database.sql`update images set created_at = now() - interval '25 hours'`;
    expect(await run('pictures-unused')).toBe(1);
    expect(await database.sql`select from images`).toHaveLength(0);
  });

  it('removes identities that were left over when their users were removed', async () => {
    identity.remove.mockRejectedValueOnce(new Error('The provider is unavailable'));
    await addUser(database, { email: 'left@reprise.test', removedAt: clock.now() });
    await expect(run('identities-ended')).rejects.toThrow('Some identities are not ended yet');
    expect(await run('identities-ended')).toBe(1);
    expect(identity.remove).toHaveBeenLastCalledWith('left@reprise.test');
    expect(await run('identities-ended')).toBe(0);
  });

  it.each(Object.keys(scheduledJobs))(
    '%s processes nothing when there is nothing to do',
    async (name) => {
      expect(await run(name)).toBe(0);
    },
  );
});

describe('jobs', () => {
  const start = () => {
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    return startJobs({
      databaseUrl: database.url,
      ...{ database, imageHost, identity, cards, mail, origin, clock, log },
    });
  };

  it('have one schedule when two servers start at once, and stop', async () => {
    const servers = await Promise.all([start(), start()]);
    const rows = await database.sql<{ name: string; cron: string }[]>`
      select name, cron from pgboss.schedule order by name`;
    const expected = Object.entries(scheduledJobs).map(([name, { cron }]) => ({ name, cron }));
    expect([...rows]).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)));
    await Promise.all(servers.map((server) => server.stop()));
  });
});
