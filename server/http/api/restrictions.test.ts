import { afterAll, describe, expect, it } from 'vitest';
import { type CallName, calls } from '#contract/calls.ts';
import { type RestrictionKind, restrictionKinds } from '#contract/moderation/moderation-terms.ts';
import type { User } from '#contract/users/users.ts';
import { apiClient } from '../../testing/api-client.ts';
import { callPermissions } from '../../testing/call-permissions.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { isRefused } from './restrictions.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const ask = apiClient(() => shop);
const { suspend, limit, reverse } = moderationEffects(() => shop);
const names = Object.keys(calls) as CallName[];
const until = new Date('2030-05-01T12:00:00Z');

const restrict = (id: string, kind: RestrictionKind) =>
  kind === 'limited' ? limit(id) : suspend(id, until);

describe.each(restrictionKinds)('a person who is %s', (kind) => {
  it('a restricted person can make the calls of the table, and no others', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id, { status: 'advertise' });
    const known = await people.buyer();
    const wrong: string[] = [];
    for (const name of names) {
      // The tokens of the identity provider name no user of the shop yet.
      if (calls[name].who === 'identity') continue;
      for (const { request } of [callPermissions[name]].flat()) {
        const own = await people.make.user({
          role: calls[name].who === 'admin' ? 'admin' : 'seller',
        });
        const options = await request({
          own,
          productId,
          known: known.email,
          people,
          saleCodes: shop.saleCodes,
        });
        await restrict(own.id, kind);
        const headers = { ...options.headers, ...(await shop.as(own)) };
        const reply = await shop.app.inject({ ...options, headers });
        const wasRefused = reply.statusCode === 403 && reply.body.includes(`"code":"${kind}"`);
        if (wasRefused !== isRefused(calls[name], kind, options.payload))
          wrong.push(`${name}: ${reply.statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('a suspended admin', () => {
  const world = async () => {
    const [own, seller] = [await people.seller(), await people.seller()];
    const { email: known } = await people.buyer();
    const productId = await shop.make.product(seller.id, { status: 'advertise' });
    return { own, productId, known, people, saleCodes: shop.saleCodes };
  };
  const rows = names.flatMap((name) =>
    [callPermissions[name]].flat().map(({ about = '', ...row }) => {
      return { title: `${name} ${about}`, isRead: calls[name].method === 'GET', ...row };
    }),
  );

  it('a suspended admin has none of the rights over what belongs to others, in any call', async () => {
    const admins = rows.filter(({ expected: { admin, seller } }) => admin < 300 && seller >= 400);
    expect(admins.length).toBeGreaterThan(40);
    const allowed: string[] = [];
    for (const { title, request } of admins) {
      const options = await request(await world());
      const admin = await people.admin();
      await suspend(admin.id);
      const headers = { ...options.headers, ...(await shop.as(admin)) };
      const { statusCode } = await shop.app.inject({ ...options, headers });
      if (statusCode < 400) allowed.push(`${title}: ${statusCode}`);
    }
    expect(allowed).toEqual([]);
  });

  it('a suspended admin reads public data as a seller does', async () => {
    const reads = rows.filter(
      ({ isRead, expected: { admin, seller } }) => isRead && admin === 200 && seller === 200,
    );
    expect(reads.length).toBeGreaterThan(5);
    for (const { title, request } of reads) {
      const options = await request(await world());
      const [admin, seller] = [await people.admin(), await people.seller()];
      await suspend(admin.id);
      const read = async (who: typeof admin) => {
        const headers = { ...options.headers, ...(await shop.as(who)) };
        return (await shop.app.inject({ ...options, headers })).json<object>();
      };
      expect([title, await read(admin)]).toEqual([title, await read(seller)]);
    }
  });
});

describe('the table of restrictions', () => {
  it('the table of restrictions refuses suspended admins all that only admins may do', () => {
    const open = names.filter(
      (name) => calls[name].who === 'admin' && !isRefused(calls[name], 'suspended'),
    );
    expect(open).toEqual([]);
  });

  it('the table of restrictions lets everyone read their own data, finish sales, export data and leave', () => {
    const finishing = [
      'handOver',
      'givePermit',
      'markSent',
      'meetInstead',
      'approveSale',
      'traceSale',
      'confirmReceipt',
      'cancelSale',
      'requestReturn',
      'decideReturn',
      'markSentBack',
      'openDispute',
      'addDisputeStatement',
      'withdrawFromSale',
      'recordPayment',
      'exportUser',
      'removeUser',
      'changeUser',
      'issueAccessToken',
    ] as const satisfies readonly CallName[];
    expect(finishing.filter((name) => isRefused(calls[name], 'suspended'))).toEqual([]);
    const reading = names.filter(
      (name) => calls[name].method === 'GET' && calls[name].who !== 'admin',
    );
    expect(reading.filter((name) => isRefused(calls[name], 'suspended'))).toEqual([]);
  });
});

describe.each(restrictionKinds)('the profile of a person who is %s', (kind) => {
  it('the profile of a restricted person keeps its name and picture, and the language of mails can be changed', async () => {
    const own = await people.make.user({ role: 'seller' });
    await restrict(own.id, kind);
    const change = async (payload: object) =>
      (await ask(own, `/users/${own.id}`, { method: 'PATCH', payload })).status;
    expect(await change({ name: 'Call 0900 123' })).toBe(403);
    expect(await change({ image: 'https://elsewhere.example/a.png' })).toBe(403);
    expect(await change({ name: 'Call 0900 123', language: 'en' })).toBe(403);
    expect(await change({ about: 'Call 0900 123' })).toBe(403);
    expect(await change({ town: 'Call 0900 123' })).toBe(403);
    expect(await change({ language: 'en' })).toBe(200);
    const { body } = await ask<User>(own, `/users/${own.email}`);
    expect(body.name).toBe(own.name);
  });
});

describe('a limited person', () => {
  it('a limited person can decline an offer, and make no counter-offer', async () => {
    const seller = await people.seller();
    const productId = await shop.make.product(seller.id);
    const offerId = await people.offer(await people.buyer(), productId);
    await limit(seller.id);
    const answer = async (payload: object) =>
      (await ask(seller, `/offers/${offerId}`, { method: 'PUT', payload })).status;
    expect(await answer({ state: 'countered', amount: 110 })).toBe(403);
    expect(await answer({ state: 'declined' })).toBe(200);
  });
});

describe('the refusal of a restricted person', () => {
  it('the refusal of a restricted person is a problem of each call that can meet it', () => {
    const unsaid = names.filter((name) => {
      const { problems }: { problems: readonly string[] } = calls[name];
      return isRefused(calls[name], 'suspended') && !problems.includes('not-allowed');
    });
    expect(unsaid).toEqual([]);
  });

  it('the refusal of a restricted person says until when it lasts, or that it has no end', async () => {
    const [one, other] = [await people.buyer(), await people.buyer()];
    await suspend(one.id, until);
    await suspend(other.id);
    const payload = { name: 'Mine', query: { q: 'horn' } };
    const refused = async (who: typeof one) =>
      (await ask<{ detail: string }>(who, '/saved-searches', { method: 'POST', payload })).body
        .detail;
    expect(await refused(one)).toContain('until 1 May 2030 at 12:00 UTC');
    expect(await refused(other)).toMatch(/^Your account is suspended by/);
    const read = async (who: typeof one) =>
      (await ask<User>(who, `/users/${who.email}`)).body.restriction;
    expect(await read(one)).toEqual({ kind: 'suspended', until: until.toISOString() });
    expect(await read(other)).toEqual({ kind: 'suspended' });
    await reverse({ kind: 'user', id: one.id }, 'suspended');
    expect(await read(one)).toBeUndefined();
  });
});
