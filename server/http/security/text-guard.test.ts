import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownUser } from '../../features/users/find-user.ts';
import { selling } from '../../testing/selling.ts';
import { newEmail, post, testPassword } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let seller: KnownUser;
const { list, change } = selling(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
  seller = await shop.make.user({ role: 'seller' });
});
afterAll(() => shop.close());

const fieldsOf = (reply: { json(): { errors?: { field: string }[] } }) =>
  reply.json().errors?.map(({ field }) => field);

describe('a text that cannot be stored as it was sent', () => {
  it.each([
    ['/sign-up/email', { name: 'Clara\u0000', email: newEmail(), password: testPassword }, 'name'],
    ['/sign-up/email', { name: 'Clara\ud800', email: newEmail(), password: testPassword }, 'name'],
    ['/sign-in/email', { email: newEmail(), password: 'x\u0000' }, 'password'],
    ['/update-user', { name: 'Clara\u0000Fife' }, 'name'],
    ['/update-user', { image: '/pictures/\udfff' }, 'image'],
    ['/reset-password', { token: 'a\u0000', newPassword: testPassword }, 'token'],
    ['/reset-password', { token: 'a', newPassword: `${testPassword}\u0000` }, 'newPassword'],
    ['/request-password-reset', { email: 'a\u0000@b.test' }, 'email'],
  ])(
    'a text at the identity path %s with %j is refused, with the field',
    async (path, body, field) => {
      const { cookie } = await shop.signUp(newEmail());
      const reply = await post(shop.app, path, body, { cookie });
      expect(reply.statusCode, reply.body).toBe(400);
      expect(fieldsOf(reply)).toEqual([field]);
    },
  );

  it('a text that cannot be stored is named with the place where it is nested', async () => {
    const { status, body } = await list(seller, { images: ['ok', 'a\u0000'] });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }) => field)).toEqual(['images.1']);
  });

  it('a text of bytes that are not UTF-8 is refused', async () => {
    const headers = { ...(await shop.as(seller)), 'content-type': 'application/json' };
    const payload = Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]);
    const reply = await shop.app.inject({ method: 'POST', url: '/api/products', headers, payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toBe('The body is not valid UTF-8');
  });

  it('all control characters are refused in a query', async () => {
    for (const character of ['%00', '%0A', '%C2%85', '%E2%80%A8']) {
      const url = `/api/products?email=a${character}%40b.test`;
      const reply = await shop.app.inject({ url, headers: await shop.as(seller) });
      expect(reply.statusCode).toBe(400);
      expect(fieldsOf(reply)).toEqual(['email']);
      const identity = await shop.app.inject({ url: `/api/auth/verify-email?token=${character}` });
      expect(identity.statusCode).toBe(400);
      expect(fieldsOf(identity)).toEqual(['token']);
    }
  });

  it('the texts of a listing can contain tabs and line breaks', async () => {
    expect((await list(seller, { description: 'A\tB\r\nC' })).status).toBe(201);
  });
});

describe('a path with control characters', () => {
  const escapes = ['%00', '%0A', '%0d%0a', '%7F', '%C2%85', '%E2%80%A8', '%E2%80%A9'];

  it.each(escapes)('%s is one of a page that does not exist', async (escaped) => {
    const reply = await shop.app.inject({ url: `/${escaped}blog?x=${escaped}` });
    const literal = escaped.replaceAll('%', '%25');
    expect(reply.body).toContain(`<title>/${literal}blog?x=${escaped}<`);
  });

  it.each(escapes)('%s names nothing that a call could find', async (escaped) => {
    const headers = await shop.as(seller);
    const ask = (options: InjectOptions) => shop.app.inject({ ...options, headers });
    expect((await ask({ url: `/api/users/a${escaped}@b.test` })).statusCode).toBe(400);
    expect((await ask({ url: `/api/products/${escaped}` })).statusCode).toBe(400);
    expect((await ask({ url: `/api/category/${escaped}` })).statusCode).toBe(404);
    expect((await ask({ url: `/api/auth/${escaped}` })).statusCode).toBe(404);
    expect((await ask({ url: `/pictures/${escaped}` })).statusCode).toBe(404);
  });

  it('a path with bare bytes is no failure of the server', async () => {
    const { port } = new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 }));
    for (const byte of [0x01, 0x80, 0x85, 0xff]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        Buffer.from(
          'GET /a_b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'.replace(
            '_',
            String.fromCharCode(byte),
          ),
          'latin1',
        ),
      );
      let text = '';
      socket.setEncoding('latin1').on('data', (part) => {
        text += part;
      });
      await once(socket, 'close');
      expect(text).toMatch(/^HTTP\/1.1 (200|400) /);
    }
  });
});

describe('a price that would be nothing in cents', () => {
  it.each(['price', 'originalPrice'])(
    'a price below a cent is refused as %s, with the field',
    async (field) => {
      const listed = await list(seller);
      for (const value of [1e-9, '0.000000001', 0.004]) {
        for (const { status, body } of [
          await list(seller, { [field]: value }),
          await change(seller, listed.body.insertedId, { [field]: value }),
        ]) {
          expect(status).toBe(400);
          expect(body.errors).toMatchObject([
            { field, message: 'Use at most two digits after the point' },
          ]);
        }
      }
    },
  );
});

it('no address is in the log', () => {
  const text = JSON.stringify(shop.logged);
  expect(text).not.toMatch(/%0a|%00|b\.test|blog/i);
  expect(shop.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
