import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { msg } from '#contract/text.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { loadedLanguage } from '../../core/shop-language.ts';
import { post, signIn } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { serveManifest } from './manifest.ts';
import { fillTemplate, type PageSource } from './page-source.ts';

const project = join(import.meta.dirname, '../../..');
/** A name of the greatest length, with everything that has a meaning in HTML, JSON, addresses and headers. */
const name = `"Klang" & <b>Söhne</b>: ${'ü'.repeat(36)}`;
const escaped = `&quot;Klang&quot; &amp; &lt;b&gt;Söhne&lt;/b&gt;: ${'ü'.repeat(36)}`;

const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  async render({ path, shopHead }) {
    if (path === '/broken') throw new Error('the renderer broke');
    const rendered = { status: 200, head: '', body: '', state: null, modules: [] };
    return fillTemplate('<!--head--><!--shop-->', rendered, {
      tag: 'en',
      links: '',
      shop: shopHead,
    });
  },
};

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

let shop: TestShop;
beforeAll(async () => {
  const own = { ...defaultShop, name, description: 'Instruments from the north.' };
  const files = new Map([
    [
      '/shop/0123456789ab/icon.svg',
      { content: Buffer.from(drawing), contentType: 'image/svg+xml' },
    ],
    [
      '/shop/0123456789ab/colours.css',
      { content: Buffer.from(':root{}'), contentType: 'text/css' },
    ],
  ]);
  shop = await createTestShop({
    pages,
    shop: {
      ...defaultLoadedShop,
      public: own,
      files,
      icons: { drawing: '/shop/0123456789ab/icon.svg', pictures: null },
      styleSheet: '/shop/0123456789ab/colours.css',
      mailColours: {
        accent: '#1d4b8f',
        accentOnDark: '#9cc2f5',
        button: '#123456',
        buttonText: '#ffffff',
      },
    },
  });
});
afterAll(() => shop.close());

const get = async (url: string) => (await shop.app.inject({ url })).body;

describe('a shop with a name of its own', () => {
  it('the name of the shop is in the scripts of every page as JSON that ends no script', async () => {
    const page = await get('/');
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    const [, json = ''] =
      /<script type="application\/json" id="shop">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json).name).toBe(name);
  });

  it('the name of the shop is in the manifest and the OpenAPI document', async () => {
    expect(JSON.parse(await get('/site.webmanifest'))).toMatchObject({
      id: '/',
      name,
      description: 'Instruments from the north.',
      theme_color: '#1d4b8f',
    });
    expect(JSON.parse(await get('/api/openapi.json')).info.title).toBe(name);
  });

  it.each(['/api/docs', '/api/problems', '/broken'])(
    'the name of the shop is escaped at %s',
    async (address) => {
      const html = await get(address);
      expect(html).toContain(`| ${escaped}</title>`);
      expect(html).not.toContain('<b>');
      expect(html).not.toContain(defaultShop.name);
    },
  );

  it('the icon and the colours of the shop are in the head of every page, and the icon in the manifest', async () => {
    const page = await get('/');
    expect(page).toContain(
      '<link rel="icon" href="/shop/0123456789ab/icon.svg" type="image/svg+xml">',
    );
    expect(page).toContain('<link rel="stylesheet" href="/shop/0123456789ab/colours.css">');
    expect(page).not.toContain('favicon');
    const { icons } = JSON.parse(await get('/site.webmanifest'));
    expect(icons).toEqual([
      { src: '/shop/0123456789ab/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    ]);
  });

  it('files of the shop are served for a year, and a drawing opened by itself runs no script', async () => {
    const file = await shop.app.inject({ url: '/shop/0123456789ab/icon.svg' });
    expect(file.body).toBe(drawing);
    expect(file.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    for (const other of ['shop.json', '..%2f..%2fpackage.json', 'icon.svg']) {
      expect((await shop.app.inject({ url: `/shop/${other}` })).statusCode, other).not.toBe(200);
    }
  });

  it('the name of the shop is in its mails, passkeys and authenticator apps', async () => {
    const password = 'four-small-brass-bells';
    const email = 'nora@reprise.test';
    await post(shop.app, '/sign-up/email', { email, password, name: 'Nora' });
    const [mail] = shop.mails;
    expect(mail?.text).toContain(`opened an account at ${name} with this email`);
    expect(mail?.html).toContain(`>${escaped}</a>`);
    expect(mail?.html).toContain('background:#123456');
    expect(mail?.html).toContain('.brass{color:#9cc2f5 !important}');
    // The sign is that of the default shop.
    expect(mail?.html).not.toContain('class="bar"');
    expect(JSON.stringify(mail)).not.toContain(defaultShop.name);

    await shop.database.sql`update auth_users set email_verified = true`;
    const { cookie } = await signIn(shop.app, { email, password });
    const begun = await post(shop.app, '/two-factor/enable', {}, { cookie });
    const { pathname, searchParams } = new URL(begun.json().totpURI);
    const issuer = name.replace(':', ' ');
    expect(searchParams.get('issuer')).toBe(issuer);
    expect(decodeURIComponent(pathname.replace(/^\/*totp\//, '').replace(/^\//, ''))).toBe(
      `${issuer}:${email}`,
    );
    const options = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/passkey/generate-register-options',
      payload: {},
      headers: { cookie, origin: 'https://shop.test' },
    });
    expect(options.json().rp).toEqual({ id: 'shop.test', name });
  });
});

it('the manifest of each language is of one application, and has its texts, direction and first page', async () => {
  const id = msg`Instruments that have been played and will be played again.`.id;
  const app = Fastify();
  serveManifest(app, {
    shop: defaultLoadedShop,
    languages: [
      loadedLanguage({ tag: 'de', prefix: '' }, { [id]: 'Gespielt und gut.' }),
      loadedLanguage({ tag: 'ar', prefix: '/ar' }, { [id]: 'آلات' }),
    ],
  });
  const read = async (url: string) => (await app.inject(url)).json();
  expect(await read('/site.webmanifest')).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/',
    lang: 'de',
    dir: 'ltr',
    description: 'Gespielt und gut.',
  });
  const arabic = await read('/ar/site.webmanifest');
  expect(arabic).toMatchObject({
    id: '/',
    scope: '/',
    start_url: '/ar/',
    lang: 'ar',
    dir: 'rtl',
    description: 'آلات',
  });
  for (const { src, sizes } of arabic.icons) {
    const [edge] = sizes.split('x').map(Number);
    const file = sharp(await readFile(join(project, 'web/public', src)));
    expect(await file.metadata()).toMatchObject({ width: edge, height: edge, format: 'png' });
  }
  expect(
    arabic.icons.map(({ purpose = 'any', sizes }: Record<string, string>) => `${purpose} ${sizes}`),
  ).toEqual(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']);
  await app.close();
});
