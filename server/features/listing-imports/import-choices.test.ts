import { afterAll, expect, it } from 'vitest';
import type { ImportChoice } from '#contract/imports/import-choices.ts';
import { importLimits } from '#contract/imports/import-fields.ts';
import type { ImportMapping } from '#contract/imports/listing-imports.ts';
import { writeCsv } from '../../core/csv.ts';
import { importing } from '../../testing/importing.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { upload, check } = importing(() => shop);

const fileOf = (...conditions: string[]) =>
  writeCsv([
    ['Title', 'Price', 'State', 'Details', 'Image'],
    ...conditions.map((condition, at) => [`Viola ${at}`, '900', condition, 'Plays', 'a.jpg']),
  ]);

const mapped = (values: { said: string; means: object }[], given: object = {}): ImportMapping => ({
  name: { column: 'Title' },
  price: { column: 'Price' },
  condition: { column: 'State', values },
  description: { column: 'Details' },
  pictures: { column: 'Image' },
  phone: { value: '+44 131 496 0000' },
  location: { value: 'Leith' },
  purchase_year: { value: '2015' },
  ...given,
});
const mint = { said: 'Minty', means: { condition: 'Excellent' } };
const worn = { said: 'Well loved', means: { condition: 'Fair', playing_state: 'small-work' } };

async function choices(user: KnownUser, method: 'GET' | 'DELETE' = 'GET', which: object = {}) {
  const reply = await shop.app.inject({
    method,
    url: `/api/import-choices?${new URLSearchParams({ email: user.email, ...which })}`,
    headers: await shop.as(user),
  });
  return {
    status: reply.statusCode,
    body: reply.json<ImportChoice[] & { deletedCount?: number }>(),
  };
}

/** The mapping with which the next file of a seller begins. */
async function next(user: KnownUser, ...conditions: string[]) {
  return (await upload(user, fileOf(...conditions))).body.mapping;
}

it('the next file begins with what was chosen for the last one, also when that is gone', async () => {
  const of = await who.seller();
  await check(
    of,
    fileOf('Minty', 'Well loved'),
    mapped([mint, worn], { shipping: { value: '12' } }),
  );
  await shop.database.sql`delete from listing_imports where seller_id = ${of.id}`;
  expect(await next(of, 'Minty', 'Good')).toMatchObject({
    condition: { column: 'State', values: [mint] },
    phone: { value: '+44 131 496 0000' },
    location: { value: 'Leith' },
    purchase_year: { value: '2015' },
    shipping: { value: '12' },
  });
  expect((await choices(of)).body).toEqual([
    { field: 'condition', ...mint },
    { field: 'condition', ...worn },
    { field: 'location', value: 'Leith' },
    { field: 'phone', value: '+44 131 496 0000' },
    { field: 'purchase_year', value: '2015' },
    { field: 'shipping', value: '12' },
  ]);
});

it('a value of a file with a column for it stays remembered, and one that is left out does not', async () => {
  const of = await who.seller();
  await check(
    of,
    fileOf('Good'),
    mapped([], { shipping: { value: '12' }, pickup: { value: 'no' } }),
  );
  const columns = { location: { column: 'State' }, shipping: undefined, pickup: { value: 'yes' } };
  await check(of, fileOf('Minty'), mapped([], columns));
  const remembered = await next(of, 'Minty');
  expect(remembered).toMatchObject({ pickup: { value: 'yes' } });
  expect(remembered.shipping).toBeUndefined();
  expect((await choices(of)).body).toContainEqual({ field: 'location', value: 'Leith' });
});

it('the year of the check is not remembered: the next file gets the year that it is then', async () => {
  const of = await who.seller();
  const year = String(new Date().getUTCFullYear());
  await check(of, fileOf('Good'), mapped([], { purchase_year: { value: '2011' } }));
  await check(of, fileOf('Good'), mapped([], { purchase_year: { value: year } }));
  expect((await choices(of)).body.map(({ field }) => field)).toEqual(['location', 'phone']);
});

it('remembered values are used when a column is chosen by the seller, unless the file has others', async () => {
  const of = await who.seller();
  await check(of, fileOf('Minty'), mapped([mint]));
  const { condition: _values, ...others } = mapped([]);
  const again = await check(of, fileOf('Minty'), { ...others, condition: { column: 'State' } });
  expect(again.mapping.condition).toEqual({ column: 'State', values: [mint] });
  const other = { said: 'Minty', means: { condition: 'Good' } };
  expect((await check(of, fileOf('Minty'), mapped([other]))).mapping.condition).toEqual({
    column: 'State',
    values: [other],
  });
  expect((await choices(of)).body).toContainEqual({ field: 'condition', ...other });
});

it('a seller has one choice forgotten, or all', async () => {
  const of = await who.seller();
  await check(of, fileOf('Minty', 'Well loved'), mapped([mint, worn]));
  const minty = { field: 'condition', said: 'Minty' };
  expect((await choices(of, 'DELETE', minty)).body).toMatchObject({ deletedCount: 1 });
  expect((await choices(of, 'DELETE', minty)).body).toMatchObject({ deletedCount: 0 });
  expect((await choices(of, 'DELETE', { field: 'phone' })).body).toMatchObject({ deletedCount: 1 });
  const begun = await next(of, 'Minty', 'Well loved');
  expect(begun.condition).toEqual({ column: 'State', values: [worn] });
  expect(begun.phone).toBeUndefined();
  expect((await choices(of, 'DELETE')).body).toMatchObject({ deletedCount: 3 });
  expect((await choices(of)).body).toEqual([]);
  expect((await choices(of, 'DELETE', { field: 'colour' })).status).toBe(400);
});

it('so many choices are remembered, and the oldest is forgotten', async () => {
  const of = await who.seller();
  await check(of, fileOf('Minty'), mapped([mint]));
  await shop.database.sql`
    insert into import_choices (seller_id, field, said, means, changed_at)
    select ${of.id}, 'kind', 'Kind ' || n, '{"kind":"viola"}', now() + interval '1 hour'
    from generate_series(1, ${importLimits.rememberedChoices}) n`;
  await check(of, fileOf('Well loved'), mapped([worn]));
  const { body } = await choices(of);
  expect(body).toHaveLength(importLimits.rememberedChoices);
  expect(body).not.toContainEqual({ field: 'condition', ...mint });
});
