import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FailingShop, openFailingShop, type Visitor } from '../testing/failing-shop.ts';
import { photo } from '../testing/pictures.ts';

let shop: FailingShop;
let seller: Visitor;
/** The folder of pictures while they are processed and afterwards: a file system of half a megabyte. */
let disk: string;

/** Only root may mount one; `server/http/api/problems.test.ts` has the answer to ENOSPC for everyone else. */
const canMount = process.platform === 'linux' && tryMount();

function tryMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(canMount)('a full disk of the pictures', () => {
  beforeAll(async () => {
    shop = await openFailingShop();
    seller = await shop.visitor('seller');
    disk = join(shop.folder, 'pictures');
    mkdirSync(disk, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]);
  });
  afterAll(async () => {
    execFileSync('umount', ['--lazy', disk]);
    await shop.close();
  });

  async function upload() {
    const form = new FormData();
    const file = await photo(300, 200).jpeg().toBuffer();
    form.append('image', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'a.jpg');
    return shop.ask('/api/images', { method: 'POST', as: seller, form });
  }

  it('an upload is refused with 503 while the disk is full, leaves neither record nor file, and succeeds when there is room', async () => {
    const filler = join(disk, 'filler');
    await fill(filler);
    const refused = await upload();
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(shop.logged.join()).toContain('The disk of the database or of DATA_DIR is full');
    expect(await shop.database.sql`select from images`).toHaveLength(0);
    expect((await shop.ask('/readyz')).status).toBe(200);
    await rm(filler);
    expect((await upload()).status).toBe(200);
  });
});

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    await file.close();
  }
}
