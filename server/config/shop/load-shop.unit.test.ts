import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { usDollar } from '#contract/money/shop-currency.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import { shopAt } from '../../core/shop-at.ts';
import { shopPageHandlers } from '../../http/pages/shop-pages.ts';
import { loadShop } from './load-shop.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function shopFolder(shop: unknown, files: Record<string, string> = {}): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'reprise-shop-folder-'));
  folders.push(parent);
  const folder = join(parent, 'shop');
  await mkdir(folder);
  const written = typeof shop === 'string' ? shop : JSON.stringify(shop);
  if (shop !== undefined) await writeFile(join(folder, 'shop.json'), written);
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

const load = (path: string) => loadShop({ path, isRequired: true });

/** The faults of a `shop.json`, without the lines around them. */
async function faultsOf(shop: unknown, files?: Record<string, string>): Promise<string[]> {
  const error = await load(await shopFolder(shop, files)).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ name: 'StartupError' });
  const [_file, ...faults] = (error as Error).message.split('\n');
  return faults.map((fault) => fault.replace('  - ', ''));
}

describe('the folder of the shop', () => {
  it('the shop is the default one without a folder, unless SHOP_DIR names it', async () => {
    const path = join(tmpdir(), 'reprise-no-such-folder');
    const { public: shown } = await loadShop({ path, isRequired: false });
    expect(shown).toBe(defaultShop);
    await expect(load(path)).rejects.toThrow(`SHOP_DIR names ${path}, which is not a folder`);
  });

  it('the shop’s folder must contain shop.json, in valid JSON', async () => {
    const empty = await shopFolder(undefined);
    await expect(load(empty)).rejects.toThrow('shop.json cannot be read: ENOENT');
    expect(await faultsOf('{ "name": ')).toEqual([expect.stringContaining('it is not JSON: ')]);
    expect(await faultsOf('[]')).toEqual(['the file must be an object']);
  });

  it('faults of the invoices name their field', async () => {
    const invoices = { name: 'Nordklang GmbH', address: ['Hafenstr. 1'], from: '2026-12', vat: 19 };
    const faults = (changes: object, shop: object = { country: 'DE' }) =>
      faultsOf({ name: 'Nordklang', ...shop, invoices: { ...invoices, ...changes } });
    const vatNumber = 'DE123456789';
    expect(await faults({}, {})).toEqual([
      'invoices.country is missing: the shop has no country either',
    ]);
    expect(await faults({})).toEqual([
      'invoices.vatNumber is missing: an invoice with VAT names it',
    ]);
    expect(await faults({ vatNumber: 'DE12' })).toEqual([
      'invoices.vatNumber has not the form of a VAT number of DE',
    ]);
    expect(await faults({ vatNumber, vat: { FR: 20 } })).toEqual([
      'invoices.vat must have the percentage of DE',
    ]);
    expect(
      await faults({ from: '2026-13', vat: { Germany: 19 }, prefix: 'N K', address: [] }),
    ).toEqual([
      'invoices.address must have at least one line',
      'invoices.vat must be a percentage with at most two decimals, or one for each country, as { "DE": 19 }',
      'invoices.from must be a month such as 2026-12',
      'invoices.prefix must be at most 12 letters, digits, hyphens or slashes',
    ]);
  });

  it('faults of the commission name the category and the part', async () => {
    const commission = {
      percent: 7.555,
      minimum: 5,
      categories: { Brass: { fixed: -1 }, String: { percent: 101 } },
    };
    expect(await faultsOf({ name: 'Nordklang', commission })).toEqual([
      'commission.percent must be a number from 0 to 100 with at most two decimals',
      'commission.categories.Brass.fixed must be an amount in the currency of the shop, from 0 to 100,000',
      'commission.categories.String.percent must be a number from 0 to 100 with at most two decimals',
    ]);
    const others = { percent: 7.5, minimum: 5, fixed: 0.5 };
    const categories = { Brass: { maximum: 4 }, Drums: { percent: 1 } };
    const shop = { name: 'Nordklang', currency: 'JPY', commission: { ...others, categories } };
    expect(await faultsOf(shop)).toEqual([
      'commission.fixed may have at most 0 decimals',
      'commission.categories.Brass.maximum must not be less than the minimum',
      'commission.categories.Drums is no category: there are Brass, Keyboard, Woodwind, String, Percussion',
    ]);
  });

  it('the commission is not part of what pages get', async () => {
    const commission = { percent: 7.5, categories: { Brass: { percent: 5 } } };
    const shop = await load(await shopFolder({ name: 'Nordklang', commission }));
    expect(shop.commission).toEqual(commission);
    expect(shop.public).not.toHaveProperty('commission');
  });

  it('a shop needs only a name', async () => {
    const { public: shown, pages } = await load(await shopFolder({ name: '  Nordklang ' }));
    expect(shown).toEqual({
      name: 'Nordklang',
      currency: usDollar,
      socialLinks: [],
      pages: [],
      languages: [{ tag: 'en', prefix: '' }],
      picture: null,
    });
    expect(pages).toEqual([]);
  });

  it('the Markdown pages of a shop are loaded in their order', async () => {
    const written = [
      { title: 'Imprint', file: 'imprint.md', path: '/imprint' },
      { title: 'Über uns', file: 'about.md', path: '/about', lang: 'de' },
    ];
    const files = { 'imprint.md': '\uFEFF# Imprint\r\nBerlin', 'about.md': '# Über uns' };
    const shop = await load(await shopFolder({ name: 'Nordklang', pages: written }, files));
    expect(shop.pages).toMatchObject([
      { title: 'Imprint', path: '/imprint', html: '<p>Berlin</p>\n' },
      { title: 'Über uns', path: '/about', heading: 'Über uns', html: '', lang: 'de' },
    ]);
    expect(shop.pages[0]).not.toHaveProperty('lang');
    const wrong = [{ ...written[1], lang: 'German' }];
    expect(await faultsOf({ name: 'Nordklang', pages: wrong }, files)).toEqual([
      'pages[0].lang must be a language tag such as de or pt-BR',
    ]);
    expect(shop.public.pages).toEqual([
      { title: 'Imprint', path: '/imprint' },
      { title: 'Über uns', path: '/about' },
    ]);
  });

  it('an owner writes a text once or for each language, and a page in a file for each', async () => {
    const shop = await load(
      await shopFolder(
        {
          name: 'Nordklang',
          languages: ['de', 'fr', 'ar'],
          tagline: { de: 'Aus dem Norden', fr: 'Du nord' },
          home: { title: { de: 'Klang' } },
          pages: [{ title: { de: 'AGB', fr: 'CGV' }, file: 'terms.md', path: '/terms' }],
        },
        { 'terms.md': 'Siehe unten', 'terms.fr.md': '# Conditions\n[[date]]', 'terms.es.md': 'x' },
      ),
    );
    expect(shop.public.tagline).toEqual({ de: 'Aus dem Norden', fr: 'Du nord' });
    expect(shop.pages).toMatchObject([{ title: 'AGB', heading: 'AGB' }]);
    expect([...shop.translatedPages.keys()]).toEqual(['/terms fr']);
    expect(shop.warnings).toEqual([expect.stringContaining('terms.fr.md has 1 place to fill in')]);
    const { readShopPage } = shopPageHandlers({ shop });
    const read = (language: string) =>
      readShopPage?.({ params: { name: 'terms' }, query: { language } } as never);
    expect(await read('fr-CA')).toMatchObject({ title: 'CGV', heading: 'Conditions' });
    expect(await read('fr')).not.toHaveProperty('lang');
    expect(await read('ar')).toMatchObject({ heading: 'AGB', lang: 'de', dir: 'ltr' });
    expect(await read('de')).not.toHaveProperty('lang');
  });

  it('all faults of fields and files are reported together, with the name of the field', async () => {
    const faults = await faultsOf(
      {
        name: '',
        tagLine: 'misspelt',
        logo: { file: 'logo.svg' },
        colours: { light: { accent: 'blue' } },
        contact: { email: 'nobody', telephone: 'ring twice', address: [] },
        socialLinks: [{ name: 'Mastodon', url: 'http://social.example' }],
        pages: [
          { title: 'Login', file: '../secret.md', path: '/login' },
          { title: 'Terms', file: 'terms.md', path: '/terms' },
          { title: 'Other terms', file: 'terms.md', path: '/terms' },
        ],
        home: { promises: [], featured: { title: 'Now', search: 'https://x.example/search?q=a' } },
        currency: 'euro',
      },
      { 'terms.md': '# Terms' },
    );
    expect(faults).toEqual([
      'name must be one line of 1 to 60 characters',
      'colours.light.accent must be a colour such as #87540a',
      'colours.dark is missing',
      'contact.email must be an email address',
      'contact.telephone must be a telephone number such as +49 30 1234567',
      'contact.address must have at least one line',
      'socialLinks[0].url must be an address that begins with https://',
      'pages[0].file must name a file (.md) in the folder of shop.json, such as about.md',
      'pages[0].path /login is the address of another page of the shop',
      'pages must not have the same path twice',
      'home.promises must be a list of three',
      'home.featured.search must be the address of a search here, such as /search?kind=trumpet&maxPrice=500',
      'currency must be a currency of ISO 4217 in capitals, such as EUR',
      'the file has fields that do not exist: tagLine',
      'logo.file logo.svg does not exist in the folder',
    ]);
  });

  it('two pages with one path are refused', async () => {
    const page = { title: 'Terms', file: 'terms.md', path: '/terms' };
    expect(await faultsOf({ name: 'N', pages: [page, page] }, { 'terms.md': 'Terms' })).toEqual([
      'pages must not have the same path twice',
    ]);
  });

  it('nothing outside the shop’s folder is served, by no path and no link', async () => {
    const folder = await shopFolder({
      name: 'Nordklang',
      pages: [{ title: 'Secret', file: 'linked.md', path: '/secret' }],
    });
    await writeFile(join(folder, '../outside.md'), 'private');
    await symlink('../outside.md', join(folder, 'linked.md'));
    await expect(load(folder)).rejects.toThrow('pages[0].file linked.md leads out of the folder');
    for (const file of ['/etc/passwd.md', '../outside.md', 'a/../../outside.md', '.hidden.md']) {
      const pages = [{ title: 'Secret', file, path: '/secret' }];
      expect(await faultsOf({ name: 'Nordklang', pages }), file).toEqual([
        expect.stringContaining('pages[0].file must name a file'),
      ]);
    }
  });

  it('files and folders of more than 2 MB do not count as files of the shop', async () => {
    const folder = await shopFolder({
      name: 'Nordklang',
      icon: 'large.png',
      pages: [{ title: 'Folder', file: 'folder.md', path: '/folder' }],
    });
    await mkdir(join(folder, 'folder.md'));
    await writeFile(join(folder, 'large.png'), Buffer.alloc(2 * 1024 * 1024 + 1));
    await expect(load(folder)).rejects.toThrow(
      /icon large.png is larger than 2 MB\n.*pages\[0\].file folder.md is not a file/,
    );
  });

  it('names with several lines or with characters that change the direction of text are refused', async () => {
    for (const name of ['Two\nlines', 'Null\u0000', 'Turned \u202e round', 'x'.repeat(61), 7]) {
      expect(await faultsOf({ name }), String(name)).toEqual([expect.stringMatching(/^name must/)]);
    }
    const odd = `"Klang" & <b>Söhne</b> ${'ü'.repeat(37)}`;
    expect(odd).toHaveLength(60);
    expect((await load(await shopFolder({ name: odd }))).public.name).toBe(odd);
  });
});

describe('the words of an owner around the pages', () => {
  it('the examples of menu, footer, announcement and statistics in docs/shop.md are accepted', async () => {
    const docs = await readFile(join(import.meta.dirname, '../../../docs/shop.md'), 'utf8');
    const examples = [...docs.matchAll(/```json\n("(?:menu|analytics)":[\s\S]*?)```/g)];
    const written = JSON.parse(
      `{ "name": "Nordklang", ${examples.map(([, one]) => one).join(',')} }`,
    );
    const loaded = await load(await shopFolder(written));
    const { menu, footer, firstYear, analytics } = loaded.public;
    expect({ menu, footer, firstYear }).toEqual({
      menu: written.menu,
      footer: written.footer,
      firstYear: 2027,
    });
    expect(analytics).toMatchObject({ kind: 'plausible', domain: 'nordklang.example' });

    const bannerOn = (day: string) => shopAt(loaded, new Date(`${day}T12:00:00Z`)).banner;
    expect(bannerOn('2027-04-19')).toBeUndefined();
    expect(bannerOn('2027-04-20')).toMatchObject({ text: written.banner.text, to: '/renting' });
    expect(bannerOn('2027-05-08')).toBeDefined();
    expect(bannerOn('2027-05-09')).toBeUndefined();
    const sheet = loaded.files.get(loaded.styleSheet ?? '')?.content.toString();
    expect(sheet).toContain(`[data-closed-banner="${bannerOn('2027-05-01')?.id}"] #shop-banner`);
  });

  it('entries that lead to no page of the shop are warnings', async () => {
    const entry = (to: string) => ({ title: 'More', to });
    const there = [
      '/terms',
      '/en/terms/',
      '/fr/terms#fees',
      '/search?kind=trumpet',
      '/category/String',
      '/',
    ];
    const folder = (menu: string[], footer: string[]) =>
      shopFolder(
        {
          name: 'Nordklang',
          languages: ['en', 'fr'],
          pages: [{ title: 'Terms', file: 'terms.md', path: '/terms' }],
          menu: menu.map(entry),
          footer: footer.map(entry),
          banner: { text: 'Open', to: '/blog/opening' },
        },
        {
          'terms.md': '# Terms',
          'blog/opening.md': '---\ntitle: Open\ndate: 2026-11-02\n---\nWe are.',
        },
      );
    expect((await load(await folder([], there))).warnings).toEqual([]);
    const { warnings } = await load(
      await folder(['/repair', 'https://repair.example/'], ['/about', '/blog/closing', '/frites']),
    );
    expect(warnings).toEqual([
      'shop.json menu[0].to leads to /repair, which is no page of the shop',
      'shop.json footer[0].to leads to /about, which is no page of the shop',
      'shop.json footer[1].to leads to /blog/closing, which is no page of the shop',
      'shop.json footer[2].to leads to /frites, which is no page of the shop',
    ]);
  });

  it('entries that lead nowhere, announcements that end before they begin, and taken addresses are refused', async () => {
    const entry = (to: string) => ({ title: 'Rent', to });
    const faults = await faultsOf(
      {
        name: 'Nordklang',
        menu: [
          entry('javascript:alert(1)'),
          entry('//elsewhere.example'),
          entry('http://a.example'),
        ],
        banner: { text: 'Closed', from: '2027-05-08', until: '2027-05-01' },
        firstYear: 27,
        pages: [{ title: 'Blog', file: 'blog.md', path: '/blog' }],
      },
      { 'blog.md': 'Words' },
    );
    const message = 'must be a path such as /terms, or an address that begins with https://';
    expect(faults.sort()).toEqual([
      'banner.until must not be before from',
      'firstYear must be a year such as 2027',
      `menu[0].to ${message}`,
      `menu[1].to ${message}`,
      `menu[2].to ${message}`,
      'pages[0].path /blog is the address of another page of the shop',
    ]);
  });
});

describe('the zones and carriers of a shop', () => {
  const zone = { id: 'eu', name: 'European Union' };
  const carrier = { name: 'Post', trackingUrl: 'https://post.example/?n={number}' };

  it('zones and carriers reach the pages as they are written, and can be empty', async () => {
    const zones = [zone, { id: 'home', name: { en: 'Inland', de: 'Inland' } }];
    const shop = { name: 'Nordklang', zones, carriers: [carrier] };
    const { public: shown } = await load(await shopFolder(shop));
    expect(shown).toMatchObject({ zones, carriers: [carrier] });
    const none = await load(await shopFolder({ name: 'Nordklang', zones: [] }));
    expect(none.public.zones).toEqual([]);
  });

  it.each([
    [
      [{ ...zone, id: 'EU' }],
      'zones[0].id must be an id such as eu: small letters, digits and hyphens',
    ],
    [[{ ...zone, name: '' }], 'zones[0].name must be one line of 1 to 60 characters'],
    [[{ ...zone, name: {} }], 'zones[0].name must be one line'],
    [[{ ...zone, name: { English: 'X' } }], 'zones[0].name must be one line'],
    [[zone, zone], 'zones must not have the same id twice'],
    [[{ ...zone, days: { from: 6, to: 3 } }], 'zones[0].days must be two whole numbers'],
    [[{ ...zone, days: 3 }], 'zones[0].days must be two whole numbers'],
    [[{ ...zone, insured: 'yes' }], 'zones[0].insured must be true or false'],
    [[{ ...zone, price: 5 }], 'zones[0] has fields that do not exist: price'],
    [
      Array.from({ length: 21 }, (_, at) => ({ ...zone, id: `z${at}` })),
      'zones may have at most 20 entries',
    ],
  ])('zones are refused as %j', async (zones, fault) => {
    expect(await faultsOf({ name: 'Nordklang', zones })).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    [{ ...carrier, trackingUrl: 'http://post.example/{number}' }],
    [{ ...carrier, trackingUrl: 'https://post.example/' }],
    [{ ...carrier, trackingUrl: 'https://{number}.example/' }],
    [{ ...carrier, trackingUrl: 'javascript:{number}' }],
  ])('carriers are refused as %j', async (wrong) => {
    expect(await faultsOf({ name: 'Nordklang', carriers: [wrong] })).toEqual([
      'carriers[0].trackingUrl must be an address that begins with https:// and has {number} in it',
    ]);
  });
});

describe('the categories of a shop', () => {
  const dj = { id: 'dj', name: { en: 'DJ and studio', nl: 'DJ en studio' }, was: ['Keyboard'] };
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"/>';

  it('categories reach the pages in the order of the owner, with the address of a picture', async () => {
    const categories = ['String', { ...dj, picture: 'dj.svg' }];
    const { public: shown, files } = await load(
      await shopFolder({ name: 'Nordklang', categories }, { 'dj.svg': drawing }),
    );
    const address = expect.stringMatching(/^\/shop\/.*\.svg$/);
    expect(shown.categories).toEqual([
      { id: 'String' },
      { ...dj, picture: { address, width: 80, height: 60 } },
    ]);
    expect(files.has(shown.categories?.[1]?.picture?.address ?? '')).toBe(true);
  });

  it.each([
    [[], 'categories must have at least one category'],
    [[{ id: 'DJ & studio', name: 'DJ' }], 'categories[0].id must be an id such as dj-and-studio'],
    [[{ id: 'dj' }], 'categories[0].name is missing'],
    [['Guitars'], 'categories[0].name is missing'],
    [[{ ...dj, name: '' }], 'categories[0].name must be one line of 1 to 60 characters'],
    [['String', dj, { ...dj, id: 'DJ', was: [] }], 'categories[2].id is DJ a second time'],
    [['Keyboard', dj], 'categories[1].was[0] is Keyboard, which is a category of the shop'],
    [[{ ...dj, picture: 'none.jpg' }], 'categories[0].picture none.jpg does not exist'],
    [[{ ...dj, colour: 'red' }], 'categories[0] has fields that do not exist: colour'],
  ])('categories are refused as %j', async (categories, fault) => {
    const shop = { name: 'Nordklang', categories };
    expect(await faultsOf(shop)).toEqual([expect.stringContaining(fault)]);
  });
});
