import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../database/transaction.ts';
import { endIdentities } from '../features/users/end-identities.ts';
import { insertUser } from '../features/users/insert-user.ts';
import { addImage, addWishlistItem } from '../testing/builders.ts';
import { createPeople, daysAgo, outcome } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
afterAll(() => database.close());
beforeEach(() => shop.identity.remove.mockReset());

const isRemoved = async ({ id }: { id: string }) => {
  const [row] = await sql<{ removed: boolean }[]>`
    select removed_at is not null as removed from users where id = ${id}`;
  return row?.removed;
};

/** Writes the payout of all that the seller can be paid. */
const payOut = ({ id }: { id: string }) => sql`
  insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
  select gen_random_uuid(), 'available:' || ${id}, 'provider:sandbox', sum(amount_cents), 'USD',
    'payout', gen_random_uuid()::text, now()
  from ledger_entries where credit = 'available:' || ${id}`;

describe('removing a user', () => {
  it('a removed user’s unsold products are withdrawn, and the sold ones stay', async () => {
    const seller = await shop.seller();
    const advertised = await shop.make.product(seller.id, { status: 'advertise' });
    const sold = await shop.sell(seller, daysAgo(4));
    await shop.remove(await shop.admin(), seller);
    const rows = await sql`
      select id, status, withdrawn_at is not null as withdrawn from products
      where seller_id = ${seller.id} order by id = ${sold.productId}`;
    expect([...rows]).toEqual([
      { id: advertised, status: 'advertise', withdrawn: true },
      { id: sold.productId, status: 'sold', withdrawn: false },
    ]);
    const changes = await sql`select from catalogue_changes where product_id is null`;
    expect(changes.length).toBeGreaterThan(0);
  });

  it('unpaid bookings by a removed user and of their products are released, and paid ones stay', async () => {
    const [seller, buyer, other] = [await shop.seller(), await shop.buyer(), await shop.seller()];
    const onThem = await shop.book(buyer, await shop.make.product(seller.id));
    const ofThem = await shop.book(seller, await shop.make.product(other.id));
    const sold = await shop.sell(seller, daysAgo(4));
    await shop.remove(await shop.admin(), seller);
    const rows = await sql`
      select id, state, release_reason as reason from bookings
      where id = any(${[onThem, ofThem, sold.bookingId]}) order by release_reason`;
    expect([...rows]).toEqual([
      { id: ofThem, state: 'released', reason: 'removed' },
      { id: onThem, state: 'released', reason: 'withdrawn' },
      { id: sold.bookingId, state: 'paid', reason: null },
    ]);
    const [payment] = await sql`select state from payments where id = ${sold.paymentId}`;
    expect(payment).toEqual({ state: 'recorded' });
  });

  it('an instrument that a removed user had booked can be booked by another buyer', async () => {
    const [buyer, next] = [await shop.buyer(), await shop.buyer()];
    const productId = await shop.make.product((await shop.seller()).id);
    await shop.book(buyer, productId);
    await shop.remove(buyer, buyer);
    expect(await outcome(shop.book(next, productId))).toBe('done');
  });

  it('a removal deletes the wishlist and the picture, and writes an audit entry', async () => {
    const admin = await shop.admin();
    const buyer = await shop.make.user({ imageId: await addImage(database), name: 'Otto Reed' });
    await addWishlistItem(database, { userId: buyer.id });
    await shop.remove(admin, buyer);
    expect(await sql`select from wishlist_items where user_id = ${buyer.id}`).toHaveLength(0);
    const [row] = await sql`select image_id, name from users where id = ${buyer.id}`;
    expect(row).toEqual({ image_id: null, name: 'Otto Reed' });
    const entries = await sql`
      select action, actor_id, detail from audit_entries where subject_id = ${buyer.id}`;
    expect([...entries]).toEqual([
      {
        action: 'user-removed',
        actor_id: admin.id,
        detail: { name: 'Otto Reed', email: buyer.email, reason: 'They asked us to' },
      },
    ]);
  });

  it('the user and admins can remove a user, and admins not themselves', async () => {
    const [admin, buyer] = [await shop.admin(), await shop.buyer()];
    expect(await outcome(shop.remove(await shop.seller(), buyer))).toBe('not-allowed');
    expect(await outcome(shop.remove(admin, admin))).toBe('conflict');
    expect(await outcome(shop.remove(buyer, buyer))).toBe('done');
    expect(await outcome(shop.remove(admin, buyer))).toBe('not-found');
    expect(await outcome(shop.remove(await shop.admin(), admin))).toBe('done');
    expect(await outcome(shop.remove(admin, await shop.buyer()))).toBe('not-signed-in');
  });
});

describe('removing by an admin', () => {
  it('an admin can remove a user with an open sale, which stays open', async () => {
    const [admin, seller] = [await shop.admin(), await shop.seller()];
    const unsold = await shop.make.product(seller.id);
    const sale = await shop.sell(seller, daysAgo(0.1));
    expect(await outcome(shop.remove(admin, seller))).toBe('done');
    const [product] = await sql`select withdrawn_at from products where id = ${unsold}`;
    expect(product?.withdrawn_at).toBeInstanceOf(Date);
    const [booking] = await sql`select state from bookings where id = ${sale.bookingId}`;
    expect(booking).toEqual({ state: 'paid' });
    expect(await outcome(shop.requestReturn(sale.buyer, sale.bookingId))).toBe('done');
    expect(await outcome(shop.decideReturn(admin, sale.bookingId, 'accepted'))).toBe('done');
  });

  it('an admin can remove a user with an open return, which an admin decides', async () => {
    const [admin, seller] = [await shop.admin(), await shop.seller()];
    const { buyer, bookingId } = await shop.sell(seller);
    await shop.requestReturn(buyer, bookingId);
    expect(await outcome(shop.remove(admin, buyer))).toBe('done');
    expect(await outcome(shop.remove(admin, seller))).toBe('done');
    const [open] = await sql`select state from returns where booking_id = ${bookingId}`;
    expect(open).toEqual({ state: 'requested' });
    expect(await outcome(shop.decideReturn(admin, bookingId, 'accepted'))).toBe('done');
    expect(await outcome(shop.decideReturn(admin, bookingId, 'given-back'))).toBe('done');
    const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: 'refund-due' });
  });

  it('an admin can request the return of what a removed buyer has paid for', async () => {
    const [admin, seller] = [await shop.admin(), await shop.seller()];
    const { buyer, bookingId } = await shop.sell(seller);
    expect(await outcome(shop.requestReturn(admin, bookingId))).toBe('not-found');
    await shop.remove(admin, buyer);
    expect(await outcome(shop.requestReturn(buyer, bookingId))).toBe('not-signed-in');
    expect(await outcome(shop.requestReturn(seller, bookingId))).toBe('not-found');
    expect(await outcome(shop.requestReturn(admin, bookingId))).toBe('done');
    const entries = await sql`
      select action, actor_id from audit_entries where subject_id = ${buyer.id} order by id desc`;
    expect(entries[0]).toEqual({ action: 'return-requested', actor_id: admin.id });
  });
});

describe('a refused removal of oneself', () => {
  it('both sides cannot remove themselves until their sale is complete, nor the seller until the payout', async () => {
    const seller = await shop.seller();
    const advertised = await shop.make.product(seller.id);
    const { bookingId, buyer } = await shop.sell(seller, daysAgo(20));
    for (const user of [seller, buyer]) {
      expect(await outcome(shop.remove(user, user))).toBe('conflict');
      expect(await isRemoved(user)).toBe(false);
    }
    const [product] = await sql`select withdrawn_at from products where id = ${advertised}`;
    expect(product).toEqual({ withdrawn_at: null });
    await shop.complete(seller, bookingId, daysAgo(4));
    expect(await outcome(shop.remove(buyer, buyer))).toBe('done');
    expect(await outcome(shop.remove(seller, seller))).toBe('conflict');
    await payOut(seller);
    expect(await outcome(shop.remove(seller, seller))).toBe('done');
  });

  it('neither side can remove themselves during a return or a dispute', async () => {
    const seller = await shop.seller();
    const { bookingId, buyer } = await shop.sell(seller, daysAgo(9));
    await shop.complete(seller, bookingId, daysAgo(8));
    await payOut(seller);
    const isRefusedToBoth = async () => {
      expect(await outcome(shop.remove(buyer, buyer))).toBe('conflict');
      expect(await outcome(shop.remove(seller, seller))).toBe('conflict');
    };
    await sql`
      insert into returns (id, booking_id, reason, state, requested_at)
      values (gen_random_uuid(), ${bookingId}, 'It does not sound', 'requested', now())`;
    await isRefusedToBoth();
    await sql`
      update returns set state = 'lapsed', decided_at = now(), decided_by = ${seller.id}
      where booking_id = ${bookingId}`;
    await sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`;
    await isRefusedToBoth();
    await sql`
      update disputes set state = 'decided', decided_at = now(), refund_cents = 0, goes_back = false
      where booking_id = ${bookingId}`;
    expect(await outcome(shop.remove(buyer, buyer))).toBe('done');
    expect(await outcome(shop.remove(seller, seller))).toBe('done');
  });

  it('a buyer cannot remove themselves while a refund is due', async () => {
    const [seller, buyer] = [await shop.seller(), await shop.buyer()];
    const bookingId = await shop.book(buyer, await shop.make.product(seller.id));
    await sql`
      update bookings set state = 'released', released_at = now(), release_reason = 'cancelled'
      where id = ${bookingId}`;
    const paymentId = await shop.pay(bookingId);
    expect(await outcome(shop.remove(buyer, buyer))).toBe('conflict');
    await sql`
      update payments set state = 'refunded', refunded_at = now() where id = ${paymentId}`;
    expect(await outcome(shop.remove(buyer, buyer))).toBe('done');
  });
});

describe('the identity of a removed user', () => {
  it('the identity is deleted after the user was removed, and not when the removal was refused', async () => {
    const [admin, buyer] = [await shop.admin(), await shop.buyer()];
    const seen: unknown[] = [];
    shop.identity.remove.mockImplementation(async (email) => {
      seen.push(email, await isRemoved(buyer));
    });
    await outcome(shop.remove(admin, admin));
    expect(seen).toEqual([]);
    await shop.remove(admin, buyer);
    expect(seen).toEqual([buyer.email, true]);
    const [row] = await sql`select identity_ended_at from users where id = ${buyer.id}`;
    expect(row?.identity_ended_at).toBeInstanceOf(Date);
  });

  it('the identity of a removed user blocks the email until the provider has deleted it', async () => {
    const buyer = await shop.buyer();
    shop.identity.remove.mockRejectedValueOnce(new Error('The provider is unavailable'));
    await shop.remove(buyer, buyer);
    expect(await isRemoved(buyer)).toBe(true);
    expect(shop.log.warn).toHaveBeenCalledOnce();
    const again = () =>
      transaction(database, (tx) =>
        insertUser(
          tx,
          { name: 'Ada', email: buyer.email.toUpperCase(), role: 'buyer' },
          new Date(),
        ),
      );
    expect(await outcome(again())).toBe('conflict');
    expect(await endIdentities(shop.deps)).toBe(1);
    expect(shop.identity.remove).toHaveBeenLastCalledWith(buyer.email);
    expect(await outcome(again())).toBe('done');
  });

  it('other identities are not blocked when the provider refuses to delete one', async () => {
    const buyers = await Promise.all(Array.from({ length: 12 }, shop.buyer));
    shop.identity.remove.mockRejectedValue(new Error('The provider is unavailable'));
    for (const buyer of buyers) await shop.remove(buyer, buyer);
    const [stuck] = buyers;
    shop.identity.remove.mockImplementation(async (email) => {
      if (email === stuck?.email) throw new Error('This one is disabled by an administrator');
    });
    await expect(endIdentities(shop.deps)).rejects.toThrow('Some identities are not ended yet');
    const left = await sql`
      select id from users where removed_at is not null and identity_ended_at is null`;
    expect([...left]).toEqual([{ id: stuck?.id }]);
    shop.identity.remove.mockReset();
    expect(await endIdentities(shop.deps)).toBe(1);
  });

  it('the deletion is requested only a few times while the provider is unavailable', async () => {
    const buyers = await Promise.all(Array.from({ length: 30 }, shop.buyer));
    const ids = buyers.map(({ id }) => id);
    await sql`update users set removed_at = now() where id = any(${ids})`;
    shop.identity.remove.mockRejectedValue(new Error('The provider is unavailable'));
    await expect(endIdentities(shop.deps)).rejects.toThrow('Some identities are not ended yet');
    expect(shop.identity.remove.mock.calls.length).toBeLessThan(20);
    shop.identity.remove.mockReset();
    expect(await endIdentities(shop.deps)).toBe(30);
  });
});
