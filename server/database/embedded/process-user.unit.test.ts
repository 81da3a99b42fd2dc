import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseProcessUser } from './process-user.ts';

const ownId = process.getuid?.();
const NOT_MADE_YET = '/nowhere/cluster';

test('root becomes somebody else, anybody else stays', async () => {
  const user = await chooseProcessUser(NOT_MADE_YET);
  if (ownId === 0) expect(user?.uid).toBeGreaterThan(0);
  else expect(user).toBeUndefined();
});

test('an own folder is served as before', async () => {
  const own = await mkdtemp(join(tmpdir(), 'reprise-own-'));
  const user = await chooseProcessUser(own);
  await rm(own, { recursive: true });
  if (ownId === 0) expect(user?.uid).toBeGreaterThan(0);
  else expect(user).toBeUndefined();
});

test("an ordinary user leaves somebody else's folder alone", async () => {
  const owned = chooseProcessUser('/'); // By root, on every system that has users.
  if (ownId === undefined || ownId === 0) await owned;
  else await expect(owned).rejects.toMatchObject({ name: 'StartupError' });
});
