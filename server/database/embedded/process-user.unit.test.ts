import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseProcessUser } from './process-user.ts';

const ownId = process.getuid?.();
const NOT_MADE_YET = '/nowhere/cluster';

test('root changes to another user, and other users do not', async () => {
  const user = await chooseProcessUser(NOT_MADE_YET);
  if (ownId === 0) expect(user?.uid).toBeGreaterThan(0);
  else expect(user).toBeUndefined();
});

test('a cluster of the same user is used', async () => {
  const own = await mkdtemp(join(tmpdir(), 'reprise-own-'));
  const user = await chooseProcessUser(own);
  await rm(own, { recursive: true });
  if (ownId === 0) expect(user?.uid).toBeGreaterThan(0);
  else expect(user).toBeUndefined();
});

test("an ordinary user may not use another user's folder", async () => {
  const owned = chooseProcessUser('/'); // By root, on every system that has users.
  if (ownId === undefined || ownId === 0) await owned;
  else await expect(owned).rejects.toMatchObject({ name: 'StartupError' });
});
