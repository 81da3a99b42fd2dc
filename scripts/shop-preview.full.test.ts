import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'reprise-previewed-'));
let preview: ChildProcess | undefined;
afterAll(() => {
  preview?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('the preview shows the folder of the shop with the listings of the demo, and again after each change', async () => {
  cpSync('e2e/shops/saitenreich', folder, { recursive: true });
  const file = join(folder, 'shop.json');
  const given = JSON.parse(readFileSync(file, 'utf8'));
  const say = (name: string) => writeFileSync(file, JSON.stringify({ ...given, name }));
  say('Klangladen');
  const { PATH, HOME } = process.env;
  preview = spawn(process.execPath, ['scripts/shop-preview.mjs'], {
    env: { PATH, HOME, PORT: '0', SHOP_DIR: folder },
  });
  let printed = '';
  for (const stream of [preview.stdout, preview.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  const opened = (name: string) =>
    vi.waitFor(
      () => {
        const [, url] = new RegExp(`${name} is open at (http://\\S+)`).exec(printed) ?? [];
        if (url === undefined) throw new Error(printed);
        return url;
      },
      { timeout: 300_000, interval: 200 },
    );
  const products = await fetch(`${await opened('Klangladen')}/api/products?status=advertise`);
  expect(await products.json()).not.toHaveLength(0);

  writeFileSync(file, '{');
  await vi.waitFor(() => expect(printed).toContain('The preview starts again'), {
    timeout: 60_000,
  });
  expect(printed).toContain('it is not JSON');
  say('Tonladen');
  expect(await (await fetch(await opened('Tonladen'))).text()).toContain('<title>Tonladen');
  const ended = new Promise((resolve) => preview?.once('exit', resolve));
  preview.kill('SIGTERM');
  expect(await ended).toBe(0);
}, 600_000);
