import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type CallName, calls } from '#contract/calls.ts';
import { type AdminArea, adminAreas, areaMissing } from '#contract/users/admin-areas.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { createPeople } from '../../testing/people.ts';
import type { World } from '../../testing/permissions.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let world: Omit<World, 'own'>;

type Headers = Record<string, string>;
/** Admins who have one area, and admins who have all the others. */
const withArea = {} as Record<AdminArea, Headers>;
const withoutArea = {} as Record<AdminArea, Headers>;
let withNone: Headers;

beforeAll(async () => {
  shop = await createTestShop();
  const { make, database, saleCodes } = shop;
  const [seller, known] = await Promise.all([make.user({ role: 'seller' }), make.user()]);
  world = {
    productId: await make.product(seller.id, { status: 'advertise' }),
    known: known.email,
    saleCodes,
    people: createPeople(database),
  };
  for (const area of adminAreas) {
    withArea[area] = await adminWith([area]);
    withoutArea[area] = await adminWith(adminAreas.filter((one) => one !== area));
  }
  withNone = await adminWith([]);
});
afterAll(() => shop.close());

async function adminWith(areas: readonly AdminArea[]): Promise<Headers> {
  const admin = await shop.make.user({ role: 'admin' });
  await shop.database.sql`update users set areas = ${[...areas]} where id = ${admin.id}`;
  return shop.as(admin);
}

const titled = (Object.keys(callPermissions) as CallName[]).flatMap((name) =>
  [callPermissions[name]]
    .flat()
    .map(
      (row) => [[name, row.about].join(' ').trim(), { ...row, call: calls[name] as Call }] as const,
    ),
);

async function send(row: (typeof titled)[number][1], token: Headers) {
  const own = await shop.make.user({ role: 'seller' });
  const options = await row.request({ ...world, own });
  return shop.app.inject({ ...options, headers: { ...options.headers, ...token } });
}

/** What only owners may do is refused to an admin with the area alone. */
const forOwners: readonly CallName[] = ['changeAreas'];

describe('the areas of admins', () => {
  it.each(titled.filter(([, { call }]) => call.area !== undefined))(
    '%s is for admins with its area',
    async (_, row) => {
      const { call, expected } = row;
      if (call.area === undefined) throw new Error('This call has no area');
      const within = await send(row, withArea[call.area]);
      const isForOwners = forOwners.includes(call.name);
      expect(within.statusCode, within.body).toBe(isForOwners ? 403 : expected.admin);
      const outside = await send(row, withoutArea[call.area]);
      // Like a seller who is a stranger to it.
      expect(outside.statusCode, outside.body).toBe(expected.seller);
      // Where the area would not help either, another refusal says why.
      if (outside.statusCode !== 403 || expected.admin === 403) return;
      expect(outside.json().code).toBe(areaMissing);
      expect(outside.json().detail).toContain(`“${titles[call.area]}”`);
    },
  );

  it.each(titled.filter(([, { call }]) => call.area === undefined))(
    '%s has no area and gives admins no power over others',
    async (_, row) => {
      const reply = await send(row, withNone);
      const { name } = row.call;
      // The keys of an admin are for what belongs to an area.
      const isRefused = name === 'createKey';
      expect(reply.statusCode, reply.body).toBe(isRefused ? 403 : row.expected.admin);
      if (!ofRole.includes(name)) expect(row.expected.admin).toBe(row.expected.seller);
    },
  );
});

/** Answered by the role, and about oneself alone; the sender `seller` has the listing that one writes about. */
const ofRole: readonly CallName[] = ['createKey', 'startThread'];

const titles: Record<AdminArea, string> = {
  people: 'People',
  cases: 'Cases and sales',
  listings: 'Listings',
  money: 'Money',
  operation: 'Operation',
  shop: 'Shop',
};
