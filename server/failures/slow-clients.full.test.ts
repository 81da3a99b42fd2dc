import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createTestShop } from '../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());

const clientCount = 1_000;
const { server } = shop.app;

/** A client that begins a request and then sends one byte after the other, until the server ends the connection. */
class SlowClient {
  answer = '';
  isCut = false;
  readonly #socket: Socket;

  constructor(port: number, beginning: string) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (bytes) => {
      this.answer += bytes;
    });
    this.#socket.once('close', () => {
      this.isCut = true;
    });
    this.#socket.write(beginning);
  }

  sendByte(): void {
    if (this.#socket.writable) this.#socket.write('x');
  }

  end(): void {
    this.#socket.destroy();
  }
}

it('1,000 clients that send a byte at a time are cut off by the time limits while others are served', async () => {
  // Node's own limit for headers, and how often it looks, are a minute and half of one. Here they are shorter.
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
  expect(server.requestTimeout).toBeGreaterThan(0);
  Object.assign(server, { headersTimeout: 10_000, requestTimeout: 15_000 });
  Object.assign(server, { connectionsCheckingInterval: 250 });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  const slowHeaders = 'GET /api/products?status=advertise HTTP/1.1\r\nhost: shop\r\nx-slow: ';
  const slowBody =
    'POST /api/bookings HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{';
  const clients = Array.from(
    { length: clientCount },
    (_, index) => new SlowClient(port, index % 2 === 0 ? slowHeaders : slowBody),
  );
  // As the limits are shorter than the real ones, so is the second for each byte.
  const sending = setInterval(() => {
    for (const client of clients) client.sendByte();
  }, 50);
  try {
    const countConnections = () =>
      new Promise<number>((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
      });
    await expect.poll(countConnections, { interval: 5 }).toBeGreaterThan(clientCount / 2);
    for (let asked = 0; asked < 20; asked += 1) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/products?status=advertise`);
      expect(reply.status).toBe(200);
      await reply.body?.cancel();
    }
    const remaining = () => clients.filter(({ isCut }) => !isCut).length;
    await expect.poll(remaining, { timeout: 90_000 }).toBe(0);
    const answers = clients.map(({ answer }) => answer.split('\r\n')[0]);
    // Those with a slow body have no token, and may have been refused before their time was over.
    expect(new Set(answers.filter((_, index) => index % 2 === 0))).toEqual(
      new Set(['HTTP/1.1 408 The request took too long to arrive']),
    );
  } finally {
    clearInterval(sending);
    for (const client of clients) client.end();
  }
});
