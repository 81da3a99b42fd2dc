import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { addImage } from '../../testing/builders.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { addressOf, selling } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';

let now = new Date();
const clock = { now: () => now };
/** A feed is known to be unchanged for a minute. */
const waitAMinute = () => {
  now = new Date(now.getTime() + 61_000);
};
const shop = await createTestShop({ openCatalogue: true, clock });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list, change, withdraw } = selling(() => shop);
const { hide, suspend } = moderationEffects(() => shop);
afterEach(() => setShopZones(undefined));

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers });
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });

interface Item extends Record<string, unknown> {
  'g:id': string;
}

async function itemsOf(reader: 'google' | 'meta', from = shop): Promise<Item[]> {
  const { body, statusCode } = await from.app.inject({ url: `/feeds/${reader}.xml` });
  expect([statusCode, XMLValidator.validate(body)], body.slice(0, 300)).toEqual([200, true]);
  return [parser.parse(body).rss.channel.item ?? []].flat();
}

const itemOf = async (reader: 'google' | 'meta', id: string) =>
  (await itemsOf(reader)).find((item) => item['g:id'] === id);

describe('the feeds for merchants', () => {
  it('a listing has what Google and Meta ask for, in the words of each', async () => {
    setShopZones([
      { id: 'home', name: 'Inland', countries: ['DE', 'AT'] },
      { id: 'world', name: 'World' },
    ]);
    const seller = await people.seller();
    const image = addressOf(await addImage(shop.database));
    const further = addressOf(await addImage(shop.database));
    const { body } = await list(seller, {
      name: 'Stratocaster',
      kind: 'electric-guitar',
      brand: 'Fender',
      category: 'String',
      condition: 'Excellent',
      price: 1250.5,
      image,
      images: [image, further],
      delivery: { pickup: true, shipping: { home: 45, world: 120 } },
      description: 'Call me: +32 470 12 34 56. Serial number 123456789012.',
    });
    const google = await itemOf('google', body.insertedId);
    expect(google).toEqual({
      'g:id': body.insertedId,
      'g:title': 'Stratocaster',
      'g:description': 'Call me: …. Serial number 123456789012.',
      'g:link': `https://shop.test/products/${body.insertedId}`,
      'g:image_link': expect.stringMatching(/^https:\/\/shop\.test\/.*\.webp$/),
      'g:additional_image_link': expect.stringMatching(/\.webp$/),
      'g:availability': 'in_stock',
      'g:price': '1250.50 USD',
      'g:condition': 'used',
      'g:google_product_category': expect.stringMatching(/^\d+$/),
      'g:product_type': 'String > Electric guitar',
      'g:brand': 'Fender',
      'g:shipping': [
        { 'g:country': 'DE', 'g:price': '45.00 USD' },
        { 'g:country': 'AT', 'g:price': '45.00 USD' },
      ],
      'g:external_seller_id': seller.id,
    });
    expect(await itemOf('meta', body.insertedId)).toMatchObject({
      'g:condition': 'used_like_new',
      'g:availability': 'in stock',
    });
  });

  it.each([
    [{ brand: 'Fender' }, undefined, 'Fender'],
    [{ brand: 'Fender', made: { year: 1962 } }, 'no', 'Fender'],
    [{ brand: 'Fender', made: { year: 1970, sure: 'decade' } }, undefined, 'Fender'],
    [{ brand: 'Fender', made: { year: 1960, sure: 'decade' } }, 'no', 'Fender'],
    [{ brand: 'Unknown' }, 'no', undefined],
    [{}, undefined, undefined],
  ])('a listing with %j has the identifier_exists %j', async (given, exists, brand) => {
    const { body } = await list(await people.seller(), given);
    const item = await itemOf('google', body.insertedId);
    expect([item?.['g:identifier_exists'], item?.['g:brand']]).toEqual([exists, brand]);
  });

  it('a held listing, and one that was sold, are out of stock, the latter for 14 days', async () => {
    const seller = await people.seller();
    const { body: held } = await list(seller);
    await people.book(await people.buyer(), held.insertedId);
    const { productId: sold } = await people.sell(seller);
    for (const id of [held.insertedId, sold]) {
      expect((await itemOf('google', id))?.['g:availability']).toBe('out_of_stock');
    }
    await shop.database.sql`
      update bookings set paid_at = now() - interval '15 days' where product_id = ${sold}`;
    expect(await itemOf('google', sold)).toBeUndefined();
  });

  it('a listing that is withdrawn, hidden or of a suspended seller is in no feed', async () => {
    const [seller, other] = [await people.seller(), await people.seller()];
    const ids: string[] = [];
    for (const owner of [seller, seller, other]) {
      ids.push((await list(owner, { name: 'Quintzither' })).body.insertedId);
    }
    const [gone = '', hidden = ''] = ids;
    const { productId: soldThere } = await people.sell(other);
    const shown = async () => {
      const found = (await itemsOf('google')).map((item) => item['g:id']);
      const atom = await get('/search.atom?q=Quintzither');
      return [...ids, soldThere].filter((id) => found.includes(id) || atom.body.includes(id));
    };
    expect(await shown()).toEqual([...ids, soldThere]);
    await withdraw(seller, gone);
    await hide(hidden);
    await suspend(other.id);
    expect(await shown()).toEqual([]);
  });

  it('hostile texts are escaped, and characters that XML forbids are left out', async () => {
    const name = 'Horn </g:title><![CDATA[ ]]> & "x" \uFFFF 🎺';
    const { body } = await list(await people.seller(), {
      name,
      description: '<script>alert(1)</script>\n]]>\n&amp; ￾ \u0085',
    });
    expect(body.insertedId, JSON.stringify(body)).toBeTruthy();
    const item = await itemOf('google', body.insertedId);
    expect(item?.['g:title']).toBe('Horn </g:title><![CDATA[ ]]> & "x"  🎺');
    expect((await get('/feeds/google.xml')).body).not.toContain('<script>');
    const atom = await get(`/search.atom?q=${encodeURIComponent('horn</title>')}`);
    expect(XMLValidator.validate(atom.body)).toBe(true);
  });

  it('an unchanged feed is answered with 304, and a changed one is sent', async () => {
    const seller = await people.seller();
    const { body } = await list(seller);
    waitAMinute();
    const first = await get('/feeds/google.xml');
    const { etag = '', 'last-modified': date = '' } = first.headers;
    expect(first.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const same = await get('/feeds/google.xml', { 'if-none-match': String(etag) });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    const since = await get('/feeds/google.xml', { 'if-modified-since': String(date) });
    expect(since.statusCode).toBe(304);
    expect((await get('/feeds/meta.xml')).headers.etag).not.toBe(etag);
    await change(seller, body.insertedId, { price: 99 });
    waitAMinute();
    const headers: Record<string, string>[] = [
      { 'if-none-match': String(etag) },
      { 'if-modified-since': String(date) },
    ];
    for (const sent of headers) {
      const changed = await get('/feeds/google.xml', sent);
      expect([changed.statusCode, changed.body.includes('99.00 USD')]).toEqual([200, true]);
    }
  });

  it('a HEAD request has the headers of the feed and no body', async () => {
    for (const url of ['/feeds/google.xml', '/feeds/meta.xml', '/search.atom']) {
      const reply = await shop.app.inject({ method: 'HEAD', url });
      expect([reply.statusCode, reply.body, typeof reply.headers.etag]).toEqual([
        200,
        '',
        'string',
      ]);
    }
  });

  it('a feed of more than 1,000 listings has each of them once', async () => {
    const seller = await people.seller();
    const image = await addImage(shop.database);
    const first = await shop.make.product(seller.id, { imageId: image });
    await shop.database.sql`
      insert into products (id, seller_id, name, price_cents, condition, phone, location, description,
        purchase_year, image_id, status, created_at)
      select gen_random_uuid(), seller_id, name, price_cents, condition, phone, location, description,
        purchase_year, image_id, status, created_at
      from products cross join generate_series(1, 1000) where id = ${first}`;
    const ids = (await itemsOf('google'))
      .filter((item) => item['g:external_seller_id'] === seller.id)
      .map((item) => item['g:id']);
    expect(new Set(ids).size).toBe(1_001);
    expect(ids).toHaveLength(1_001);
  });
});

describe('a private feed', () => {
  it('a feed with a token is read by its token only, and without one there is none of a closed catalogue', async () => {
    const feedToken = 'a-token-of-the-owner-0001';
    const closed = await createTestShop({ openCatalogue: false });
    const secret = await createTestShop({ openCatalogue: false, feedToken });
    try {
      const statusOf = async (from: typeof shop, query: string) =>
        (await from.app.inject({ url: `/feeds/google.xml${query}` })).statusCode;
      expect(await statusOf(closed, '')).toBe(404);
      expect(await statusOf(closed, '?token=undefined')).toBe(404);
      for (const query of ['', '?token=', `?token=${feedToken}0`, '?token[]=a', '?token=%00']) {
        expect([query, await statusOf(secret, query)]).toEqual([query, 404]);
      }
      const read = await secret.app.inject({ url: `/feeds/google.xml?token=${feedToken}` });
      expect([read.statusCode, read.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    } finally {
      await closed.close();
      await secret.close();
    }
  });
});

describe('the feed of a search', () => {
  let cheap = '';
  beforeAll(async () => {
    const seller = await people.seller();
    cheap = (await list(seller, { name: 'Bouzouki & case', price: 400, category: 'String' })).body
      .insertedId;
    await list(seller, { name: 'Bouzouki, dear', price: 4_000, category: 'String' });
  });

  it('a search as Atom has what its page finds, newest first, and its address', async () => {
    const reply = await get('/search.atom?q=bouzouki&maxPrice=2000&utm_source=x');
    expect(reply.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(XMLValidator.validate(reply.body)).toBe(true);
    const { feed } = parser.parse(reply.body);
    expect(feed).toMatchObject({
      title: 'Reprise: bouzouki',
      entry: {
        id: `urn:uuid:${cheap}`,
        title: 'Bouzouki & case',
        summary: '$400 · Good · Leith',
      },
    });
    expect(feed.link.map((one: Record<string, string>) => [one['@_rel'], one['@_href']])).toEqual([
      ['self', 'https://shop.test/search.atom?q=bouzouki&maxPrice=2000&utm_source=x'],
      ['alternate', 'https://shop.test/search?q=bouzouki&maxPrice=2000&utm_source=x'],
    ]);
    const { etag = '' } = reply.headers;
    const again = await get('/search.atom?q=bouzouki&maxPrice=2000&utm_source=x', {
      'if-none-match': String(etag),
    });
    expect(again.statusCode).toBe(304);
  });

  it('a search that finds nothing is a feed without entries, and a wrong one is refused', async () => {
    const none = await get('/search.atom?q=bouzoukis+of+gold');
    expect([none.statusCode, none.body.includes('<entry>')]).toEqual([200, false]);
    expect((await get('/search.atom?maxPrice=much')).statusCode).toBe(400);
    expect((await get('/search.atom?q=a&q=b')).json().detail).toBe(
      'q is missing or of the wrong type',
    );
  });

  it('a guest of a closed catalogue gets the advertised ones', async () => {
    const closed = await createTestShop({ openCatalogue: false });
    try {
      const seller = await closed.make.user({ role: 'seller' });
      const hidden = await closed.make.product(seller.id, { name: 'Ocarina' });
      const shown = await closed.make.product(seller.id, { name: 'Ocarina', status: 'advertise' });
      const { body } = await closed.app.inject({ url: '/search.atom?q=ocarina' });
      expect([body.includes(shown), body.includes(hidden)]).toEqual([true, false]);
    } finally {
      await closed.close();
    }
  });
});
