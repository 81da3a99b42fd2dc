import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { serveHealth } from '../health.ts';
import { connectionLimits } from './connection-limits.ts';

let shop: TestShop;
afterEach(() => shop.close());

describe('the rate limit', () => {
  it('the rate limit refuses further requests with Retry-After, and counts each address separately', async () => {
    shop = await createTestShop({ rateLimits: true, trustProxy: ['127.0.0.1'] });
    const from = (address: string) =>
      shop.app.inject({ url: '/api/nothing', headers: { 'x-forwarded-for': address } });
    const replies: Awaited<ReturnType<typeof from>>[] = [];
    // One after another: the limiter counts concurrent requests together.
    for (let sent = 0; sent < 610; sent += 1) replies.push(await from('203.0.113.5'));
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(10);
    expect(refused[0]?.headers['content-type']).toContain('application/problem+json');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused[0]?.json().detail).toMatch(/try again in \d+ seconds/);
    expect((await from('203.0.113.6')).statusCode).toBe(404);
  });

  it('the rate limit trusts a forwarded address from a trusted proxy only', async () => {
    shop = await createTestShop({ rateLimits: true });
    const from = (address: string) =>
      shop.app.inject({ url: '/api/nothing', headers: { 'x-forwarded-for': address } });
    await Promise.all(Array.from({ length: 600 }, (_, n) => from(`203.0.113.${n % 250}`)));
    expect((await from('198.51.100.1')).statusCode).toBe(429);
  });

  it.each([
    [2, 300],
    [8, 150],
  ])(
    'the rate limit with %i processes on the port allows %i requests a minute in each',
    async (processes, limit) => {
      shop = await createTestShop({ rateLimits: true, processes });
      const reply = await shop.app.inject({ url: '/api/nothing' });
      expect(reply.headers['x-ratelimit-limit']).toBe(String(limit));
    },
  );

  it('the rate limit does not apply to health checks', async () => {
    shop = await createTestShop({ rateLimits: true });
    const replies = await Promise.all(
      Array.from({ length: 700 }, () => shop.app.inject({ url: '/healthz' })),
    );
    expect(replies.every(({ statusCode }) => statusCode === 200)).toBe(true);
  });
});

describe('health', () => {
  it('the server is ready while the database responds, and not while it is away or the server stops', async () => {
    let isDraining = false;
    shop = await createTestShop({ isDraining: () => isDraining });
    const ready = async () => (await shop.app.inject({ url: '/readyz' })).statusCode;
    expect(await ready()).toBe(200);
    isDraining = true;
    expect(await ready()).toBe(503);
    isDraining = false;
    await shop.database.close();
    await expect.poll(ready, { timeout: 20_000 }).toBe(503);
    expect((await shop.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});

describe('readiness', () => {
  it('the readiness check logs no line at level info, whether the server is ready or not', async () => {
    let isDraining = false;
    shop = await createTestShop({ isDraining: () => isDraining });
    await shop.app.inject({ url: '/healthz' });
    await shop.app.inject({ url: '/readyz' });
    isDraining = true;
    expect((await shop.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    isDraining = false;
    expect(shop.logged).toEqual([]);
    await shop.app.inject({ url: '/' });
    expect(shop.logged).toHaveLength(1);
  });

  it('the readiness check asks the database once for all requests of one second', async () => {
    const app = Fastify();
    const askDatabase = vi.fn(async () => undefined);
    serveHealth(app, { askDatabase, isDraining: () => false });
    const ask = () => app.inject({ url: '/readyz' });
    await Promise.all(Array.from({ length: 100 }, ask));
    for (let sent = 0; sent < 100; sent += 1) expect((await ask()).statusCode).toBe(200);
    // A busy machine may need more than a second for these.
    expect(askDatabase.mock.calls.length).toBeLessThan(20);
    askDatabase.mockRejectedValue(new Error('gone'));
    await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(503);
    askDatabase.mockResolvedValue(undefined);
    await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(200);
    await app.close();
  });
});

describe('a request that takes too long to arrive', () => {
  it('a request that arrives too slowly gets a problem, and its connection ends', async () => {
    shop = await createTestShop();
    const end = vi.fn();
    const tooLate = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    connectionLimits.clientErrorHandler(tooLate, { writable: true, end, destroy: vi.fn() });
    const [text] = end.mock.calls[0] ?? [''];
    expect(text).toContain('HTTP/1.1 408 ');
    expect(text).toContain('connection: close');
    expect(shop.app.server.requestTimeout).toBe(connectionLimits.requestTimeout);
  });
});

describe('a request that Node cannot read', () => {
  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['huge headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is answered with a problem', async (_name, sent, status) => {
    shop = await createTestShop();
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    const address = shop.app.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.write(sent);
    await once(socket, 'close');
    expect(text).toContain(`HTTP/1.1 ${status} `);
    expect(text).toContain('application/problem+json');
  });
});
