import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestShop } from '../../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

describe('a refusal', () => {
  it('a refusal names every field that is wrong', async () => {
    const url = '/api/products?status=advertise&limit=1000&cursor=x&colour=red';
    const reply = await shop.app.inject({ url });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(reply.json()).toMatchObject({
      type: '/api/problems#bad-input',
      status: 400,
      requestId: reply.headers['x-request-id'],
      errors: expect.arrayContaining([
        {
          field: 'limit',
          message: 'The limit may be at most 100',
          messageId: expect.stringMatching(/^[\w+/]{6}$/),
          messageValues: { maxSize: 100 },
        },
        { field: 'cursor', message: 'This is not an id', messageId: expect.any(String) },
        {
          field: 'colour',
          message: 'colour may not be set here',
          messageId: expect.any(String),
          messageValues: { key: 'colour' },
        },
      ]),
    });
  });

  it('a refusal names the query parameters of a list when none is given', async () => {
    const reply = await shop.app.inject({ url: '/api/products' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toBe('Give status or email');
  });

  it('an unknown address gets 404, and a known one with another method 405', async () => {
    const unknown = await shop.app.inject({ url: '/api/trumpets' });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json().detail).toBe('There is no such address');
    const wrong = await shop.app.inject({ method: 'POST', url: '/api/products/1' });
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers.allow).toBe('GET, PATCH, PUT, DELETE');
    const page = await shop.app.inject({ method: 'POST', url: '/blog' });
    expect(page.statusCode).toBe(405);
    expect(page.headers.allow).toBe('GET, HEAD');
  });

  it('an address with an invalid percent escape gets 404', async () => {
    expect((await shop.app.inject({ url: '/api/products%E0%A4' })).statusCode).toBe(404);
    expect((await shop.app.inject({ url: '/%E0%A4%A' })).body).toContain('/%25E0%25A4%25A');
  });

  it('a body that is not JSON, too large or of another media type has its own status', async () => {
    const send = (payload: string, type = 'application/json') =>
      shop.app.inject({
        method: 'POST',
        url: '/probe',
        payload,
        headers: { 'content-type': type },
      });
    expect((await send('{')).json()).toMatchObject({ status: 400 });
    expect((await send(`"${'x'.repeat(70_000)}"`)).json()).toMatchObject({ status: 413 });
    expect((await send('a=b', 'text/csv')).json()).toMatchObject({ status: 415 });
  });
});

describe('an unexpected error', () => {
  it('an unexpected error shows no detail in the response, and is in the log under the request id', async () => {
    const reply = await shop.app.inject({ url: '/probe' });
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('secret detail');
    const { requestId } = reply.json();
    const line = shop.logged.find((entry) => entry.level === 50 && entry.reqId === requestId);
    expect(JSON.stringify(line)).toContain('secret detail');
  });

  it('an unexpected error is logged without the values of its SQL statement', async () => {
    const ask = () => shop.app.inject({ method: 'POST', url: '/probe-user' });
    await ask();
    expect((await ask()).statusCode).toBe(500);
    const text = JSON.stringify(shop.logged);
    expect(text).toContain('users_email_unique');
    expect(text).not.toContain('jane');
  });

  it.each(['ECONNREFUSED', '57P01', 'CONNECTION_ENDED', 'ENOSPC', 'EHOSTUNREACH', 'ENOTFOUND'])(
    'an error with the code %s gets 503 with Retry-After',
    async (code) => {
      const reply = await shop.app.inject({ url: `/probe-outage/${code}` });
      expect(reply.statusCode).toBe(503);
      expect(reply.headers['retry-after']).toBe('2');
    },
  );

  it.each(['ENOSPC', '53100'])('%s is answered 503, and logged in plain words', async (code) => {
    const reply = await shop.app.inject({ url: `/probe-outage/${code}` });
    expect(reply.statusCode).toBe(503);
    const line = shop.logged.find(({ reqId, level }) => {
      return level === 50 && reqId === reply.headers['x-request-id'];
    });
    expect(line?.msg).toMatch(/^The disk of the database or of DATA_DIR is full\./);
  });

  it('a missing file gets 500, not 503', async () => {
    expect((await shop.app.inject({ url: '/probe-outage/ENOENT' })).statusCode).toBe(500);
  });
});

describe('every response', () => {
  it('every response has its own request id and the security headers', async () => {
    const replies = await Promise.all(
      ['/', '/api/products', '/healthz', '/api/nothing'].map((url) => shop.app.inject({ url })),
    );
    expect(new Set(replies.map((reply) => reply.headers['x-request-id'])).size).toBe(4);
    for (const { headers } of replies) {
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      // The shop knows nothing of other subdomains.
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('every response is logged in one line without personal data', async () => {
    const url = '/api/products?email=somebody@reprise.test';
    await shop.app.inject({ url, headers: { authorization: 'Bearer not-a-token' } });
    const lines = shop.logged.filter(({ msg }) => msg === 'request');
    expect(lines.at(-1)).toMatchObject({ method: 'GET', route: '/api/products', status: 401 });
    const text = JSON.stringify(shop.logged);
    for (const personal of ['somebody', 'not-a-token', '127.0.0.1']) {
      expect(text).not.toContain(personal);
    }
  });
});

beforeAll(() => {
  shop.app.post('/probe', async () => 'taken');
  shop.app.post('/probe-user', () => shop.make.user({ email: 'jane@reprise.test' }));
  shop.app.get('/probe', async () => {
    throw new Error('secret detail');
  });
  shop.app.get<{ Params: { code: string } }>('/probe-outage/:code', async ({ params }) => {
    throw new Error('Failed query', { cause: Object.assign(new Error('gone'), params) });
  });
});
