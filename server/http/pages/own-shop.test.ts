import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultShop } from '#contract/default-shop.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { post, signIn } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { fillTemplate, type PageSource } from './page-source.ts';

/** As long as a name may be, with everything that has a meaning in HTML, JSON, addresses and headers. */
const name = `"Klang" & <b>Söhne</b>: ${'ü'.repeat(36)}`;
const escaped = `&quot;Klang&quot; &amp; &lt;b&gt;Söhne&lt;/b&gt;: ${'ü'.repeat(36)}`;

const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  async render({ path, shopHead }) {
    if (path === '/broken') throw new Error('the renderer broke');
    const rendered = { status: 200, head: '', body: '', state: null, modules: [] };
    return fillTemplate('<!--head--><!--shop-->', rendered, { links: '', shop: shopHead });
  },
};

let shop: TestShop;
beforeAll(async () => {
  const own = { ...defaultShop, name, description: 'Instruments from the north.' };
  shop = await createTestShop({ pages, shop: { ...defaultLoadedShop, public: own } });
});
afterAll(() => shop.close());

const get = async (url: string) => (await shop.app.inject({ url })).body;

describe('a shop with a name of its own', () => {
  it('passes it to the scripts of every page as JSON that ends no script', async () => {
    const page = await get('/');
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    const [, json = ''] =
      /<script type="application\/json" id="shop">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(json).name).toBe(name);
  });

  it('has it in the manifest and the OpenAPI document', async () => {
    expect(JSON.parse(await get('/site.webmanifest'))).toMatchObject({
      ...{ name: `${name}: second-hand musical instruments`, short_name: name },
      ...{ description: 'Instruments from the north.' },
    });
    expect(JSON.parse(await get('/api/openapi.json')).info.title).toBe(name);
  });

  it.each(['/api/docs', '/api/problems', '/broken'])('has it escaped at %s', async (address) => {
    const html = await get(address);
    expect(html).toContain(`| ${escaped}</title>`);
    expect(html).not.toContain('<b>');
    expect(html).not.toContain(defaultShop.name);
  });

  it('has it in its mails, passkeys and authenticator apps', async () => {
    const password = 'four-small-brass-bells';
    const email = 'nora@reprise.test';
    await post(shop.app, '/sign-up/email', { email, password, name: 'Nora' });
    const [mail] = shop.mails;
    expect(mail?.text).toContain(`opened an account at ${name} with this email`);
    expect(mail?.html).toContain(`>${escaped}</a>`);
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
      ...{ method: 'POST', url: '/api/auth/passkey/generate-register-options', payload: {} },
      headers: { cookie, origin: 'https://shop.test' },
    });
    expect(options.json().rp).toEqual({ id: 'shop.test', name });
  });
});
