import { afterAll, describe, expect, it } from 'vitest';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const seller = await shop.make.user({ role: 'seller' });

const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

async function send(url: string, payload: string) {
  const headers = { ...(await shop.as(seller)), 'content-type': 'application/json' };
  return shop.app.inject({ method: 'POST', url, headers, payload });
}

describe('a body that is nested too deeply', () => {
  const paths = [
    '/api/auth/sign-in/email',
    '/api/auth/passkey/verify-authentication',
    '/api/bookings',
    '/api/products',
    '/api/sandbox-cards/intents/pi_1/confirm',
    '/api/nowhere',
  ];
  const bodies = {
    arrays: brackets(2_500),
    objects: objects(2_500),
    'a field': `{"email":${brackets(2_500)}}`,
    'as many brackets as fit': brackets(32_000),
    'white space between': brackets(2_500).replaceAll('[', '[ \n'),
  };

  it.each(paths)('a deeply nested body is refused at %s', async (path) => {
    for (const [kind, body] of Object.entries(bodies)) {
      const reply = await send(path, body);
      expect([400, 404], kind).toContain(reply.statusCode);
      expect(reply.body.length, kind).toBeLessThan(1_000);
    }
  });

  it('the refusal of a deeply nested body says so, with the limit', async () => {
    const reply = await send('/api/bookings', brackets(21));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toBe('The body is nested more than 20 levels deep');
    expect((await send('/api/bookings', brackets(20))).json().detail).toBe(
      'The body must be an object',
    );
  });

  it('a body whose texts have brackets and quotation marks is not deeply nested', async () => {
    const description = `${'[{'.repeat(100)} "${'\\"['.repeat(100)}`;
    const reply = await send(
      '/api/bookings',
      JSON.stringify({ description, deep: '[['.repeat(50) }),
    );
    expect(reply.json().detail).not.toContain('nested');
  });

  it('a deeply nested body is no failure of the server', () => {
    expect(shop.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

describe('a refusal of many fields', () => {
  it('a refusal of many fields names the first twenty and the number of others', async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, index) => [`f${index}`, 1]),
    );
    const reply = await send('/api/products', JSON.stringify(fields));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors).toHaveLength(20);
    expect(reply.json().detail).toMatch(/\. And \d[\d,]+ more$/);
    expect(reply.body.length).toBeLessThan(6_000);
  });

  it('a refusal of many fields is shorter than its request, even when a field’s name is long', async () => {
    for (const body of [
      { ['x'.repeat(60_000)]: 1 },
      { images: Array.from({ length: 2_000 }, () => '\0') },
      { ['y'.repeat(60_000)]: '\0' },
    ]) {
      const payload = JSON.stringify(body);
      const reply = await send('/api/products', payload);
      expect(reply.statusCode).toBe(400);
      expect(reply.body.length).toBeLessThan(6_000);
    }
  });
});
