import { setTimeout as wait } from 'node:timers/promises';
import { setupI18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { bookItem } from '#contract/bookings/bookings.ts';
import { imageAddress } from '#contract/fields.ts';
import { inLanguage, language } from '#contract/language.ts';
import { paths } from '#contract/page-paths.ts';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PageLanguage, PageRequest } from '#contract/shop/page.ts';
import { shopLanguages } from '#contract/shop/shop.ts';
import { t } from '#contract/text.ts';
// @ts-expect-error The scripts have no types here.
import { compileCatalogue } from '../scripts/build/texts.mjs';
import { renderPage } from './entry-server.tsx';
import { listedSample, singleSample } from './features/products/product-samples.ts';

const origin = 'https://shop.test';
const shop = { ...defaultShop, languages: shopLanguages(['en', 'de', 'ar']) };

/** What a page that is missing leads to, in three languages. */
const backHome = 'notFound.backHome';

const languages: PageLanguage[] = await Promise.all(
  shop.languages.map(async ({ tag, prefix }) => ({
    tag,
    prefix,
    texts: await compileCatalogue(tag),
  })),
);

const someId = '0190f3c2-0000-7000-8000-000000000001';
const trumpetKind = { id: 'trumpet', name: 'Trompete', category: 'Brass', isInstrument: true };
const replies: Record<string, unknown> = {
  browseInstruments: { kind: { ...trumpetKind, lookFor: [] }, kinds: [trumpetKind], makers: [] },
  listKinds: [{ ...trumpetKind, leading: [] }],
  readKind: { ...trumpetKind, attributes: [], checks: [], photos: [], materials: [] },
  readProduct: singleSample({ _id: someId, kind: 'trumpet' }),
  searchProducts: { items: [listedSample({})], total: { count: 1, isExact: true } },
};

/** Answers late, so that pages in all languages render concurrently. */
const read: PageRequest['read'] = async () => {
  await wait(Math.random() * 5);
  throw new Error('There is nothing to read on this page');
};

function render(page: PageLanguage) {
  const path = `${page.prefix}/about/nothing-here`;
  return renderPage({ path, origin, shop, language: page, read });
}

it('300 pages in three languages render concurrently without mixing', async () => {
  const asked = Array.from({ length: 300 }, (_, index) => languages[index % 3] as PageLanguage);
  const pages = await Promise.all(asked.map(render));
  pages.forEach(({ body }, index) => {
    const found = languages.filter(({ texts }) => body.includes(`>${texts[backHome]}<`));
    expect(found).toEqual([asked[index]]);
  });
  expect(language()).toBe('en');
});

it.each(['/instruments', '/instruments/trumpet', '/search?kind=trumpet', paths.product(someId)])(
  'texts about kinds of instruments on %s are read in the language of the page',
  async (path) => {
    const asked = new Set<string>();
    const answer: PageRequest['read'] = async (name, input) => {
      await wait(Math.random() * 5);
      const { query } = input as { query?: { language?: string } };
      if (query?.language) asked.add(query.language);
      return { reply: replies[name], nextCursor: null } as never;
    };
    const [english, german] = languages as [PageLanguage, PageLanguage];
    const rendering = (language: PageLanguage) =>
      renderPage({ path: language.prefix + path, origin, shop, language, read: answer });
    const { status, body } = await rendering(german);
    expect([status, ...asked]).toEqual([200, 'de']);
    expect(body).toContain('Trompete');
    const both = await Promise.all([rendering(english), rendering(german)]);
    expect(both.map((page) => page.status)).toEqual([200, 200]);
    expect(asked).toEqual(new Set(['de', 'en']));
  },
);

it('a page names its other languages, and its own address', async () => {
  const [, german] = languages;
  const { head, body } = await renderPage({
    path: '/de/about',
    origin,
    shop,
    language: german as PageLanguage,
    read,
  });
  expect(head).toContain('<link rel="canonical" href="https://shop.test/de/about"');
  for (const [hreflang, path] of [
    ['en', '/about'],
    ['de', '/de/about'],
    ['ar', '/ar/about'],
    ['x-default', '/about'],
  ]) {
    expect(head).toContain(
      `<link rel="alternate" hreflang="${hreflang}" href="${origin}${path}" data-head>`,
    );
  }
  expect(body).toContain('href="/ar/about"');
  expect(body).toContain('href="/de/login"');
});

it.each(['/de//evil.test', '/de/\\evil.test', '/de/.//evil.test/?q=1', '//evil.test'])(
  'the page at %s leads to no other host in any language',
  async (path) => {
    const [english, german] = languages;
    const page = (path.startsWith('/de') ? german : english) as PageLanguage;
    const { head, body } = await renderPage({ path, origin, shop, language: page, read });
    const links = [...(head + body).matchAll(/href="([^"]*evil[^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    expect(links.length).toBeGreaterThan(2);
    for (const href of links) expect(new URL(href, origin).host, href).toBe('shop.test');
  },
);

it.each([
  ['de', 'An', 'Auf', 'Auf das Konto'],
  ['fr', 'Destinataire', 'Remboursement sur', 'Compte crédité'],
  ['es', 'Destinatario', 'Reembolso en', 'Cuenta de destino'],
  ['ja', 'お届け先', '返金先', '振込先'],
  ['ar', 'المرسل إليه', 'الرد إلى', 'إلى الحساب'],
])(
  'the receiver of a parcel, of a refund and of a payout have their own words in %s',
  async (tag, ...words) => {
    const i18n = setupI18n({ locale: tag, messages: { [tag]: await compileCatalogue(tag) } });
    const said = inLanguage(i18n, () => [
      t({ message: 'To', context: 'parcel' }),
      t({ message: 'To', context: 'refunded card' }),
      t({ message: 'To', context: 'payout account' }),
    ]);
    expect(said).toEqual(words);
  },
);

describe('a missing input', () => {
  it.each([
    ['de', 'Wähle ein Bild', 'Gib den Treffpunkt ein'],
    ['fr', 'Ajoutez une photo', 'Le lieu de rendez-vous est obligatoire'],
    ['es', 'Añade una foto', 'El lugar de encuentro es obligatorio'],
    ['ja', '写真を選択してください', '待ち合わせ場所を入力してください'],
    ['ar', 'الصورة مطلوبة', 'مكان اللقاء مطلوب'],
  ])(
    'a missing picture and a missing meeting place have their own messages in %s',
    async (tag, picture, place) => {
      const i18n = setupI18n({ locale: tag, messages: { [tag]: await compileCatalogue(tag) } });
      const said = inLanguage(i18n, () => {
        const pictureError = imageAddress.safeParse('').error;
        const placeError = bookItem.body.shape.location.safeParse(' ').error;
        return [pictureError, placeError].map((error) => error?.issues[0]?.message);
      });
      expect(said).toEqual([picture, place]);
    },
  );
});
