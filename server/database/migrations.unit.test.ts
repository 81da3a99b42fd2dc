import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = join(ROOT, 'server/database/migrations');

test('the migrations create the schema that the code describes', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'reprise-drift-'));
  try {
    await cp(MIGRATIONS, copy, { recursive: true });
    await generateMigration(copy);
    expect(await readdir(copy)).toEqual(await readdir(MIGRATIONS));
  } finally {
    await rm(copy, { recursive: true });
  }
});

/** Has drizzle-kit write down what the schema has beyond the migrations in the folder; nothing when they agree. */
async function generateMigration(folder: string): Promise<void> {
  const drizzleKit = join(ROOT, 'node_modules/drizzle-kit/bin.cjs');
  const schema = './server/database/schema/*.ts';
  const words = ['generate', '--dialect', 'postgresql', '--schema', schema];
  // It takes the folder of migrations for a path below the project, whatever it begins with.
  await promisify(execFile)(
    process.execPath,
    [drizzleKit, ...words, '--out', relative(ROOT, folder)],
    { cwd: ROOT, timeout: 110_000 },
  );
}
