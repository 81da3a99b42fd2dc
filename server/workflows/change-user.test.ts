import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { transaction } from '../database/transaction.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { openImageFixture } from '../testing/image-fixture.ts';
import { createPeople, outcome } from '../testing/people.ts';
import { changeUser } from './change-user.ts';

let fixture: Awaited<ReturnType<typeof openImageFixture>>;
let shop: ReturnType<typeof createPeople>;

beforeAll(async () => {
  fixture = await openImageFixture();
  shop = createPeople(fixture.database);
});
afterAll(() => fixture.close());

const change = (actor: KnownUser, { id }: KnownUser, changes: { name?: string; image?: string }) =>
  transaction(fixture.database, (tx) =>
    changeUser(tx, actor, { id, ...changes }, fixture, systemClock.now()),
  );

const rowOf = async ({ id }: KnownUser) => {
  const [row] = await fixture.database.sql`
    select name, image_id as "imageId", image_url as "imageUrl" from users where id = ${id}`;
  return row;
};

describe('changing a user', () => {
  it('a changed name is shown on the user’s products', async () => {
    const seller = await shop.seller();
    await change(seller, seller, { name: 'Flora Finch' });
    expect(await rowOf(seller)).toMatchObject({ name: 'Flora Finch' });
    const changed = await fixture.database.sql`select product_id from catalogue_changes`;
    expect([...changed]).toEqual([{ product_id: null }]);
  });

  it('an uploaded picture replaces that of Google', async () => {
    const googled = 'https://lh3.googleusercontent.com/a/picture';
    const buyer = await shop.make.user({ imageUrl: googled });
    await change(buyer, buyer, { image: googled });
    expect(await rowOf(buyer)).toMatchObject({ imageId: null, imageUrl: googled });
    const { id, url } = await fixture.picture();
    await change(buyer, buyer, { image: url });
    expect(await rowOf(buyer)).toMatchObject({ imageId: id, imageUrl: null });
    expect(await outcome(change(buyer, buyer, { image: googled }))).toBe('bad-input');
  });

  it('the user and admins can change a user, and an admin’s change is in the audit', async () => {
    const [admin, buyer] = [await shop.admin(), await shop.buyer()];
    const name = 'Renamed';
    expect(await outcome(change(await shop.seller(), buyer, { name }))).toBe('not-allowed');
    expect(await outcome(change(buyer, buyer, { name }))).toBe('done');
    expect(await outcome(change(admin, buyer, { name: 'Renamed again' }))).toBe('done');
    const entries = await fixture.database.sql`
      select action, actor_id, detail from audit_entries where subject_id = ${buyer.id}`;
    expect([...entries]).toEqual([
      { action: 'user-changed', actor_id: admin.id, detail: { name, email: buyer.email } },
    ]);
  });
});
