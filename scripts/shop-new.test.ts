import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadShop } from '../server/config/shop/load-shop.ts';

const script = fileURLToPath(new URL('shop-new.mjs', import.meta.url));
let place: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'reprise-shop-new-'));
});
afterAll(() => rm(place, { recursive: true }));

async function shopNew(folder: string, ...names: string[]) {
  const env = { PATH: process.env.PATH, SHOP_DIR: folder };
  try {
    const run = promisify(execFile)(process.execPath, [script, ...names], { cwd: place, env });
    return { code: 0, ...(await run) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe('npm run shop:new', () => {
  it('the new shop starts without a fault and lists what is left to fill in', async () => {
    const { stdout } = await shopNew('mine', 'Bogen & "Söhne"');
    expect(stdout).toContain('Your shop is in mine.');
    expect(stdout).toContain('npm start');
    const folder = join(place, 'mine');
    const shop = await loadShop({ path: folder, isRequired: true });
    expect(shop.public.name).toBe('Bogen & "Söhne"');
    expect(shop.texts).toBe('corrected');
    expect(shop.pages.map(({ path }) => path)).toEqual([
      ...['/about', '/contact', '/returns', '/terms', '/privacy', '/imprint'],
    ]);
    expect(shop.pages[0]?.html).toContain('Bogen &amp; &quot;Söhne&quot; is a marketplace');
    for (const file of ['about', 'contact', 'imprint', 'terms', 'privacy', 'returns']) {
      expect(shop.warnings.join('\n')).toContain(`${file}.md has `);
    }
    expect(JSON.stringify(shop.pages)).not.toContain('{{');
    expect(await readdir(place)).toEqual(['mine']);
  });

  it('the new shop explains every field that shop.json can have', async () => {
    await shopNew('explained');
    const readme = await readFile(join(place, 'explained/README.md'), 'utf8');
    const { shopFile } = await import('#contract/shop/shop.ts');
    for (const field of Object.keys(shopFile.shape)) expect(readme).toContain(`| \`${field}\` |`);
  });

  it('the privacy page of the new shop states how long the shop stores what', async () => {
    await shopNew('private');
    const page = await readFile(join(place, 'private/privacy.md'), 'utf8');
    const { settledAfterDays } = await import('../server/core/retention.ts');
    expect(page).toContain(`is ${settledAfterDays} days ago`);
    // Nothing that ends with the sales is said to end with the account alone.
    for (const row of [
      'Name and email',
      'Bank details',
      'Bookings with',
      'Listings that are sold',
    ]) {
      const line = page.split('\n').find((one) => one.startsWith(`| ${row}`)) ?? '';
      expect([row, line]).toEqual([row, expect.stringContaining('your last sale is settled')]);
    }
  });

  it('an existing folder is left unchanged', async () => {
    const folder = join(place, 'changed');
    await shopNew('changed');
    await writeFile(join(folder, 'terms.md'), 'My own terms');
    const { code, stderr } = await shopNew('changed', 'Another name');
    expect(code).toBe(1);
    expect(stderr).toContain(`${folder} exists already, and nothing in it was changed.`);
    expect(await readFile(join(folder, 'terms.md'), 'utf8')).toBe('My own terms');
    expect(await readFile(join(folder, 'shop.json'), 'utf8')).toContain('"Your Shop"');
  });

  it.each([['Two', 'words'], ['x'.repeat(61)], ['a\nb']])(
    'the name %j is refused',
    async (...names) => {
      const { code, stderr } = await shopNew('refused', ...names);
      expect(code).toBe(1);
      expect(stderr).toMatch(/name of the shop/);
      expect(await readdir(place)).not.toContain('refused');
    },
  );
});
